import { useState } from 'react'
import type { MassiveDetails } from '#domain/clients/client.ts'
import { clientImportApi, type ImportPreview } from '#domain/imports/api.ts'
import type { ImportDefaults } from '#domain/imports/defaults.ts'
import { messageOf } from '#web/core/failure.ts'
import { queryClient } from '#web/core/queries.ts'
import { useUpload } from './use-upload.ts'

export type Step = 'file' | 'columns' | 'review' | 'result'
const FALLBACK = 'Error al subir el archivo'

/** `columns`: heading → target column; null until the user chooses. `plans`: plan of the file → reference code. `defaults`: what the file has not. */
type Choices = {
  columns: Readonly<Record<string, string>> | null
  plans: Readonly<Record<string, string>>
  defaults: ImportDefaults
}
const NO_CHOICES: Choices = { columns: null, plans: {}, defaults: {} }

const fieldsOf = ({ columns, plans, defaults }: Choices): Record<string, string> => ({
  ...(columns !== null && { mapping: JSON.stringify(columns) }),
  plans: JSON.stringify(plans),
  defaults: JSON.stringify(defaults),
})

/** Whether nothing is asked of an own list: every column is known. The list of another system is asked for what it has not. */
const isRecognised = ({ source, columns }: ImportPreview): boolean =>
  source === null && columns.every((column) => column.field !== null || column.is_ignored)

/** The steps of an import: file, columns, review, result. Nothing is written before `write`. */
export function useImport() {
  const [step, setStep] = useState<Step>('file')
  const [file, setFile] = useState<File | null>(null)
  const [choices, setChoices] = useState<Choices>(NO_CHOICES)
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  const [result, setResult] = useState<{ message: string; details: MassiveDetails } | null>(null)
  const { guarded, problem, setProblem, isBusy } = useGuarded()
  const { send, state } = useUpload()

  const review = (newFile: File, next: Choices): Promise<void> =>
    guarded(async () => {
      setFile(newFile)
      const { data } = await send(clientImportApi.preview, newFile, fieldsOf(next))
      setChoices(next)
      setPreview(data)
      setProblem(next.columns !== null ? data.problem : null)
      setStep(data.problem === null && (next.columns !== null || isRecognised(data)) ? 'review' : 'columns')
    })

  /** Requests the preview. Goes to the review when every column was recognised, else to the columns. */
  const loadPreview = async (
    newFile: File | null,
    columns: Choices['columns'],
    defaults: ImportDefaults = {},
  ): Promise<void> => {
    if (newFile !== null) await review(newFile, { columns, defaults, plans: columns === null ? {} : choices.plans })
  }

  const relatePlans = async (plans: Choices['plans']): Promise<void> => {
    if (file !== null) await review(file, { ...choices, plans: { ...choices.plans, ...plans } })
  }

  const write = (): Promise<void> =>
    guarded(async () => {
      if (file === null) return
      const reply = await send(clientImportApi.upload, file, fieldsOf(choices))
      await queryClient.invalidateQueries()
      setResult(reply)
      setStep('result')
    })

  const clearProblem = (): void => setProblem(null)

  const restart = (): void => {
    setStep('file')
    setPreview(null)
    setResult(null)
    setProblem(null)
    setChoices(NO_CHOICES)
  }

  return {
    step,
    setStep,
    file,
    preview,
    result,
    problem,
    isBusy,
    upload: state,
    loadPreview,
    relatePlans,
    write,
    restart,
    clearProblem,
  }
}

/** Runs one work at a time and keeps the message of its failure. */
function useGuarded() {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const guarded = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setProblem(null)
    await work().catch((error: unknown) => setProblem(messageOf(error, FALLBACK)))
    setBusy(false)
  }
  return { guarded, problem, setProblem, isBusy }
}
