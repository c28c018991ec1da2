import { useState } from 'react'
import type { ImportPreview } from '#domain/imports/api.ts'
import { COMBINED_COLUMNS, COMBINED_LABELS, IMPORT_COLUMNS, IMPORT_LABELS } from '#domain/imports/columns.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { SelectField } from '#web/ui/TextField.tsx'

const OPTIONS = [
  { value: '', label: 'No importar' },
  ...IMPORT_COLUMNS.map((value) => ({ value, label: IMPORT_LABELS[value] })),
  ...COMBINED_COLUMNS.map((value) => ({ value, label: COMBINED_LABELS[value] })),
]

/** The meaning of each column of the file: proposed from its heading; the user can change it. */
export function ImportColumns({
  preview,
  busy,
  onBack,
  onNext,
}: {
  preview: ImportPreview
  busy: boolean
  onBack: () => void
  onNext: (mapping: Readonly<Record<string, string>>) => void
}) {
  const [mapping, setMapping] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(preview.columns.map(({ header, field }) => [header, field ?? ''])),
  )
  return (
    <Card title="¿Qué trae cada columna?">
      <div className="form">
        {preview.problem && <p>{preview.problem}</p>}
        <div className="import-columns">
          {preview.columns.map(({ header }, index) => (
            <SelectField
              key={`${header}${index}`}
              label={header === '' ? `Columna ${index + 1}` : header}
              options={OPTIONS}
              value={mapping[header] ?? ''}
              onChange={({ target }) => setMapping({ ...mapping, [header]: target.value })}
            />
          ))}
        </div>
        <div className="page__actions">
          <Button onClick={onBack}>Cambiar de archivo</Button>
          <Button variant="primary" busy={busy ? 'Revisando…' : undefined} onClick={() => onNext(mapping)}>
            Revisar las filas
          </Button>
        </div>
      </div>
    </Card>
  )
}
