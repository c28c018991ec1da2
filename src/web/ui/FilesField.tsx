import { Upload } from 'lucide-react'
import { sizeLabel } from '#domain/core/megabytes.ts'
import { Button } from './Button.tsx'
import { Field, type FieldProps } from './Field.tsx'
import './FileField.css'

type Props = FieldProps & {
  accept: string
  files: readonly File[]
  /** The most files of the form. */
  max: number
  onFiles: (files: readonly File[]) => void
}

/** Several files to choose one after the other, each with a button that removes it. The hint has the formats and the limits. */
export function FilesField({ label, hint, error, id, accept, files, max, onFiles }: Props) {
  return (
    <div className="files-field">
      <Field label={label} hint={hint} error={error} {...(id ? { id } : {})}>
        {(control) =>
          files.length < max ? (
            <div className="file-drop file-drop--small">
              <Upload size={20} aria-hidden="true" />
              <span className="file-drop__name">{files.length === 0 ? 'Elige archivos' : 'Agregar otro'}</span>
              <input
                {...control}
                type="file"
                multiple
                accept={accept}
                className="file-drop__input"
                onChange={({ target }) => {
                  const chosen = [...(target.files ?? [])]
                  // The user can choose the same file again after it was removed.
                  target.value = ''
                  onFiles([...files, ...chosen].slice(0, max))
                }}
              />
            </div>
          ) : (
            <p className="field__hint" id={control.id}>
              Ya elegiste {max}, que son los que caben.
            </p>
          )
        }
      </Field>
      {files.length > 0 && (
        <ul role="list" className="files-field__list" aria-label={label}>
          {files.map((file, index) => (
            <li key={`${file.name}-${index}`}>
              <span>
                {file.name} <small>{sizeLabel(file.size)}</small>
              </span>
              <Button
                variant="link"
                size="dense"
                aria-label={`Quitar ${file.name}`}
                onClick={() => onFiles(files.filter((_, at) => at !== index))}
              >
                Quitar
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
