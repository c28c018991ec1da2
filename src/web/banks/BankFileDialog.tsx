import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { bankApi } from '#domain/banks/api.ts'
import { MOVEMENTS_MAX } from '#domain/banks/movement.ts'
import { REFERENCE_KIND_LABELS, REFERENCE_KINDS, type ReferenceKind } from '#domain/banks/pairing.ts'
import { UPLOAD_MAX_BYTES } from '#domain/core/api.ts'
import { paths } from '#domain/core/paths.ts'
import { accountLabel } from '#domain/payments/money-account.ts'
import { moneyAccountApi } from '#domain/payments/money-account-api.ts'
import { type Failure, isFailure, messageOf } from '#web/core/failure.ts'
import { queryClient, useRead } from '#web/core/queries.ts'
import { upload } from '#web/core/upload.ts'
import { Button } from '#web/ui/Button.tsx'
import { CancelButton, Dialog } from '#web/ui/Dialog.tsx'
import { FileField } from '#web/ui/FileField.tsx'
import { Alert } from '#web/ui/States.tsx'
import { SelectField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { BankColumns, type BankSample } from './BankColumns.tsx'

const KINDS = REFERENCE_KINDS.map((value) => ({ value, label: REFERENCE_KIND_LABELS[value] }))
const rows = new Intl.NumberFormat('es-CO').format(MOVEMENTS_MAX)

/** Sends a file of a bank. With errors nothing is stored, and each one names its line. */
export function BankFileDialog({ onClose }: { onClose: () => void }) {
  const accounts = useRead(moneyAccountApi.list, {})
  const banks = (accounts.data?.data ?? []).filter(({ kind, is_active }) => kind === 'bank' && is_active)
  const [chosen, setChosen] = useState('')
  const [kind, setKind] = useState<ReferenceKind>('any')
  const { file, isBusy, problem, lines, columns, choose, send, askColumns, setColumns } = useBankUpload()
  const account = chosen || (banks[0]?.id ?? '')
  const hasAccount = accounts.data === undefined || banks.length > 0
  return (
    <Dialog
      title="Cargar archivo del banco"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button
            variant="primary"
            busy={isBusy ? 'Leyendo…' : undefined}
            onClick={() => void send({ account_id: account, reference_kind: kind })}
          >
            Cargar
          </Button>
        </>
      }
    >
      <div className="form">
        {!hasAccount && <WithoutAccount />}
        <FileField
          label="Archivo"
          hint={`Extracto en CSV o Excel (XLSX), o recaudo Asobancaria 2001 o 98. Hasta 5 MB y ${rows} movimientos.`}
          accept=".csv,.txt,.tsv,.xlsx,.dat"
          file={file}
          onFile={choose}
          error={problem}
        />
        <ErrorLines lines={lines} />
        {problem !== undefined && file !== null && columns === null && (
          <Button onClick={() => void askColumns(account)}>Decir qué trae cada columna</Button>
        )}
        {columns !== null && <BankColumns sample={columns} onChange={setColumns} />}
        <SelectField
          label="A qué cuenta entró"
          options={banks.map((one) => ({ value: one.id, label: accountLabel(one) }))}
          value={account}
          onChange={(event) => setChosen(event.target.value)}
        />
        <SelectField
          label="Qué es la referencia del pago"
          hint="Lo que tus clientes escriben o lo que lleva tu factura"
          options={KINDS}
          value={kind}
          onChange={(event) => setKind(REFERENCE_KINDS.find((one) => one === event.target.value) ?? 'any')}
        />
      </div>
    </Dialog>
  )
}

const WithoutAccount = () => (
  <Alert tone="warn">
    Primero agrega tu cuenta bancaria en <Link to={paths.accounting}>Contabilidad</Link>: ahí entra este dinero.
  </Alert>
)

const linesOf = ({ errors }: Failure): readonly string[] => (errors ?? []).map(({ message }) => message)

/** The chosen file on its way to the server, and what is wrong in it. */
function useBankUpload() {
  const navigate = useNavigate()
  const [file, setFile] = useState<File | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | undefined>()
  const [lines, setLines] = useState<readonly string[]>([])
  const [columns, setColumns] = useState<BankSample | null>(null)
  const choose = (picked: File | null): void => {
    setFile(picked)
    setProblem(undefined)
    setLines([])
    setColumns(null)
  }
  const askColumns = async (account_id: string): Promise<void> => {
    if (file === null) return
    try {
      setColumns((await upload(bankApi.columns, file, { account_id })).data)
      setProblem(undefined)
      setLines([])
    } catch (error) {
      setProblem(messageOf(error, 'No pudimos leer el archivo'))
    }
  }
  const send = async (fields: { account_id: string; reference_kind: ReferenceKind }): Promise<void> => {
    if (file === null) return setProblem('Elige un archivo')
    if (file.size > UPLOAD_MAX_BYTES) return setProblem('El archivo pesa más de 5 MB: pídelo al banco por partes')
    setBusy(true)
    setProblem(undefined)
    try {
      const { data, message } = await upload(bankApi.upload, file, {
        ...fields,
        ...(columns !== null && { columns: JSON.stringify(columns.columns) }),
      })
      await queryClient.invalidateQueries()
      toastSuccess(message)
      void navigate(paths.bankFile(data.id))
    } catch (error) {
      setProblem(messageOf(error, 'No pudimos cargar el archivo'))
      setLines(isFailure(error) ? linesOf(error) : [])
    } finally {
      setBusy(false)
    }
  }
  return { file, isBusy, problem, lines, columns, choose, send, askColumns, setColumns }
}

const ErrorLines = ({ lines }: { lines: readonly string[] }) =>
  lines.length > 1 && (
    <Alert tone="bad">
      <ul aria-label="Errores del archivo">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Alert>
  )
