import { Upload } from 'lucide-react'
import { useState } from 'react'
import { Field, type FieldProps } from './Field.tsx'
import './FileField.css'

type Props = FieldProps & { accept: string; file: File | null; onFile: (file: File | null) => void }

/** A file to choose or to drop. The hint contains the allowed formats and the maximum size. */
export function FileField({ label, hint, error, id, accept, file, onFile }: Props) {
  const [isOver, setOver] = useState(false)
  return (
    <Field label={label} hint={hint} error={error} {...(id ? { id } : {})}>
      {(control) => (
        <div
          className={isOver ? 'file-drop file-drop--over' : 'file-drop'}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            onFile(event.dataTransfer.files[0] ?? null)
          }}
        >
          <Upload size={22} aria-hidden="true" />
          <span className="file-drop__name">{file ? file.name : 'Elige un archivo o arrástralo hasta aquí'}</span>
          <input
            {...control}
            type="file"
            accept={accept}
            className="file-drop__input"
            onChange={(event) => onFile(event.target.files?.[0] ?? null)}
          />
        </div>
      )}
    </Field>
  )
}
