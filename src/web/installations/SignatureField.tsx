import { useState } from 'react'
import type { FileField } from '#domain/installations/draft.ts'
import { SignaturePad, type Strokes } from '#web/ui/SignaturePad.tsx'
import { CheckboxField, TextField } from '#web/ui/TextField.tsx'
import { isDrawn, pictureOfName, pictureOfStrokes } from './signature-picture.ts'
import type { ReportForm } from './use-device-report.ts'

type Props = { device: ReportForm; field: FileField; label: string; error?: string | undefined }

const NAME_MIN = 3

/** A signature that is drawn, or the name typed by a person who cannot draw. It is kept on this device with each stroke. */
export function SignatureField({ device, field, label, error }: Props) {
  const before = device.report.strokes[field]
  const has = device.files.some((file) => file.field === field)
  const nameKey = `name_of.${field}`
  const typedName = device.report.values[nameKey]
  const [isTyped, setTyped] = useState(typedName !== undefined)
  const [initial] = useState(before)
  const draw = (strokes: Strokes): void => {
    if (JSON.stringify(strokes) === JSON.stringify(device.report.strokes[field] ?? [])) return
    void store(strokes, isDrawn(strokes) ? pictureOfStrokes(strokes) : null)
  }
  const store = async (strokes: Strokes, picture: Promise<Blob> | null): Promise<void> => {
    // A failed save is shown above the form.
    await device.sign(field, strokes, picture).catch(() => undefined)
  }
  return (
    <div className="form">
      {isTyped ? (
        <TextField
          id={field}
          label={`${label}: nombre completo`}
          hint={has ? 'Tu nombre escrito vale como firma.' : 'Escribe el nombre y el apellido de quien firma.'}
          error={error}
          maxLength={80}
          autoComplete="off"
          value={typedName ?? ''}
          onChange={({ target }) => {
            const name = target.value.trim()
            device.set({ [nameKey]: target.value })
            void store([], name.length >= NAME_MIN ? pictureOfName(name) : null)
          }}
        />
      ) : (
        <SignaturePad id={field} label={label} error={error} initial={initial} onDraw={draw} />
      )}
      <CheckboxField
        label="No puedo dibujar: firmo con mi nombre escrito"
        checked={isTyped}
        onChange={({ target }) => {
          setTyped(target.checked)
          device.set({ [nameKey]: '' })
          void store([], null)
        }}
      />
    </div>
  )
}
