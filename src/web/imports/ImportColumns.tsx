import { useState } from 'react'
import type { ImportPreview } from '#domain/imports/api.ts'
import {
  COMBINED_COLUMNS,
  COMBINED_LABELS,
  IMPORT_COLUMNS,
  IMPORT_LABELS,
  SOURCE_COLUMNS,
  SOURCE_LABELS,
} from '#domain/imports/columns.ts'
import type { ImportDefaults } from '#domain/imports/defaults.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Alert } from '#web/ui/States.tsx'
import { SelectField } from '#web/ui/TextField.tsx'
import { ImportMissing } from './ImportMissing.tsx'

const OPTIONS = [
  { value: '', label: 'No importar' },
  ...IMPORT_COLUMNS.map((value) => ({ value, label: IMPORT_LABELS[value] })),
  ...COMBINED_COLUMNS.map((value) => ({ value, label: COMBINED_LABELS[value] })),
  ...SOURCE_COLUMNS.map((value) => ({ value, label: SOURCE_LABELS[value] })),
]

type Props = {
  preview: ImportPreview
  busy: boolean
  onBack: () => void
  onNext: (mapping: Readonly<Record<string, string>>, defaults: ImportDefaults) => void
}

/** What the file has not, asked once, and the meaning of each of its columns: proposed from its heading; the user can change it. */
export function ImportColumns({ preview, busy, onBack, onNext }: Props) {
  const [mapping, setMapping] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(preview.columns.map(({ header, field }) => [header, field ?? ''])),
  )
  const [defaults, setDefaults] = useState(preview.defaults)
  return (
    <>
      {preview.source && (
        <div role="status">
          <Alert tone="good">
            Reconocimos la lista de {preview.source.name}: ya sabemos qué trae cada columna. Dinos lo que su archivo no
            trae y revisa las filas.
          </Alert>
        </div>
      )}
      <ImportMissing preview={preview} defaults={defaults} onChange={setDefaults} />
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
            <Button variant="primary" busy={busy ? 'Revisando…' : undefined} onClick={() => onNext(mapping, defaults)}>
              Revisar las filas
            </Button>
          </div>
        </div>
      </Card>
    </>
  )
}
