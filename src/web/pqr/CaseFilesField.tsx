import { useState } from 'react'
import { FORM_FILES_MAX } from '#domain/pqr/case.ts'
import { FilesField } from '#web/ui/FilesField.tsx'
import { CASE_FILES_ACCEPT, CASE_FILES_HINT, filesProblem } from './case-files.ts'

type Props = { label: string; id: string; files: readonly File[]; onFiles: (files: readonly File[]) => void }

/** The files of a case to choose. A file that is too heavy, or that is no photo and no PDF, is not added, and its reason is shown. */
export function CaseFilesField({ label, id, files, onFiles }: Props) {
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const choose = (chosen: readonly File[]): void => {
    const good = chosen.filter((file) => filesProblem([file]) === null)
    setProblem(filesProblem(chosen) ?? undefined)
    onFiles(good)
  }
  return (
    <FilesField
      label={label}
      hint={CASE_FILES_HINT}
      error={problem}
      id={id}
      accept={CASE_FILES_ACCEPT}
      files={files}
      max={FORM_FILES_MAX}
      onFiles={choose}
    />
  )
}
