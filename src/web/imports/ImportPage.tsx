import { useNavigate } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Alert } from '#web/ui/States.tsx'
import { Steps } from '#web/ui/Steps.tsx'
import { DoneImports } from './DoneImports.tsx'
import { ImportColumns } from './ImportColumns.tsx'
import { ImportFile } from './ImportFile.tsx'
import { ImportProgressBar } from './ImportProgressBar.tsx'
import { ImportResult } from './ImportResult.tsx'
import { ImportReview } from './ImportReview.tsx'
import { OpeningCard } from './OpeningCard.tsx'
import { type Step, useImport } from './use-import.ts'
import '#web/clients/clients.css'

const STEPS = ['Subir archivo', 'Relacionar columnas', 'Revisar', 'Resultado'] as const

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
    return (
      <>
        <ImportResult details={result.details} message={result.message} onAgain={wizard.restart} />
        {preview?.defaults.balances === 'invoices' && <OpeningCard />}
      </>
    )
  if (step === 'review' && preview) {
    return (
      <ImportReview
        preview={preview}
        busy={wizard.isBusy}
        onBack={() => wizard.setStep('columns')}
        onPlans={(plans) => void wizard.relatePlans(plans)}
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
        onNext={(mapping, defaults) => void wizard.loadPreview(wizard.file, mapping, defaults)}
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
      <DoneImports />
    </>
  )
}
