import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { MassiveDetails } from '#domain/clients/client.ts'
import { paths } from '#domain/core/paths.ts'
import { clientImportApi, type ImportPreview } from '#domain/imports/api.ts'
import { messageOf } from '#web/core/failure.ts'
import { queryClient } from '#web/core/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Alert } from '#web/ui/States.tsx'
import { Steps } from '#web/ui/Steps.tsx'
import { ImportColumns } from './ImportColumns.tsx'
import { ImportFile } from './ImportFile.tsx'
import { ImportProgressBar } from './ImportProgressBar.tsx'
import { ImportResult } from './ImportResult.tsx'
import { ImportReview } from './ImportReview.tsx'
import { OpeningCard } from './OpeningCard.tsx'
import { useUpload } from './use-upload.ts'
import '#web/clients/clients.css'

const STEPS = ['Subir archivo', 'Relacionar columnas', 'Revisar', 'Resultado'] as const
const FALLBACK = 'Error al subir el archivo'

type Step = 'file' | 'columns' | 'review' | 'result'
const ORDER: readonly Step[] = ['file', 'columns', 'review', 'result']

/** Imports clients from a file (CLI-04): nothing is written until the last step, and each refused row is returned with its reason. */
export function ImportPage() {
  const navigate = useNavigate()
  const wizard = useImport()
  return (
    <Page
      title="Importar clientes"
      subtitle="Mira primero lo que va a pasar. Nada se guarda hasta que confirmes."
      actions={<Button onClick={() => void navigate(paths.clients)}>Volver a clientes</Button>}
    >
      <Steps labels={STEPS} current={ORDER.indexOf(wizard.step)} />
      {wizard.problem !== null && (
        <div role="alert">
          <Alert tone="bad">{wizard.problem}</Alert>
        </div>
      )}
      {wizard.upload !== null && <ImportProgressBar state={wizard.upload} />}
      <CurrentStep wizard={wizard} />
    </Page>
  )
}

type Wizard = ReturnType<typeof useImport>

function CurrentStep({ wizard }: { wizard: Wizard }) {
  const { step, preview, result } = wizard
  if (step === 'result' && result)
    return <ImportResult details={result.details} message={result.message} onAgain={wizard.restart} />
  if (step === 'review' && preview) {
    return (
      <ImportReview
        preview={preview}
        busy={wizard.isBusy}
        onBack={() => wizard.setStep('columns')}
        onConfirm={() => void wizard.write()}
      />
    )
  }
  if (step === 'columns' && preview) {
    return (
      <ImportColumns
        preview={preview}
        busy={wizard.isBusy}
        onBack={wizard.restart}
        onNext={(mapping) => void wizard.loadPreview(wizard.file, mapping)}
      />
    )
  }
  return (
    <>
      <ImportFile
        busy={wizard.isBusy}
        onChoose={wizard.clearProblem}
        onNext={(file) => void wizard.loadPreview(file, null)}
      />
      <OpeningCard />
    </>
  )
}

function useImport() {
  const [step, setStep] = useState<Step>('file')
  const [file, setFile] = useState<File | null>(null)
  const [mapping, setMapping] = useState<Readonly<Record<string, string>>>({})
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  const [result, setResult] = useState<{ message: string; details: MassiveDetails } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { send, state } = useUpload()

  const guarded = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setProblem(null)
    await work().catch((error: unknown) => setProblem(messageOf(error, FALLBACK)))
    setBusy(false)
  }

  /** Requests the preview. Goes to the review when every column was recognised, else to the columns. */
  const loadPreview = (newFile: File | null, columns: Readonly<Record<string, string>> | null): Promise<void> =>
    guarded(async () => {
      if (newFile === null) return
      setFile(newFile)
      const { data } = await send(
        clientImportApi.preview,
        newFile,
        columns === null ? {} : { mapping: JSON.stringify(columns) },
      )
      setMapping(columns ?? {})
      setPreview(data)
      const isRecognised = data.problem === null && data.columns.every((column) => column.field !== null)
      setProblem(columns !== null ? data.problem : null)
      setStep(data.problem === null && (columns !== null || isRecognised) ? 'review' : 'columns')
    })

  const write = (): Promise<void> =>
    guarded(async () => {
      if (file === null) return
      const reply = await send(clientImportApi.upload, file, { mapping: JSON.stringify(mapping) })
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
    write,
    restart,
    clearProblem,
  }
}
