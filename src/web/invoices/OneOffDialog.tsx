import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Client } from '#domain/clients/client.ts'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { paths } from '#domain/core/paths.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { LINES_MAX } from '#domain/invoices/invoice.ts'
import { ClientPicker } from '#web/clients/ClientPicker.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { OneOffLine } from './OneOffLine.tsx'
import { OneOffTotal } from './OneOffTotal.tsx'
import { CONTRACT_FIELD, contractsToCharge, oneOffBody, oneOffFields } from './one-off-form.ts'

/** `client`: the client whose page opened the form. Without it the form asks for the client first. */
type Props = { client?: Client; onClose: () => void }

/** A charge outside the month: a visit, a transfer, cable. VAT is the charge's own; the server computes it. */
export function OneOffDialog({ client: known, onClose }: Props) {
  const navigate = useNavigate()
  const create = useChange(invoiceApi.create)
  const [key] = useState(() => crypto.randomUUID())
  const [lines, setLines] = useState(1)
  const fields = useRef<HTMLDivElement>(null)
  const [charged, setCharged] = useState<string | undefined>()
  const { data: prices } = useRead(contractDefaultsApi.get, { query: { ...(charged && { no_contract: charged }) } })
  const form = useForm({
    schema: invoiceApi.create.body,
    read: (typed) => oneOffBody(typed, lines),
    fields: oneOffFields(lines),
    submit: async (body) => {
      const { data, message } = await create.mutateAsync({ body, idempotencyKey: key })
      toastSuccess(message)
      onClose()
      void navigate(paths.view('invoice', data.id))
    },
  })
  const title = known ? `Nueva factura de ${known.name}` : 'Nueva factura'
  return (
    <FormDialog title={title} label="Emitir factura" busyLabel="Emitiendo…" form={form} onClose={onClose}>
      <div className="form" ref={fields}>
        <ContractChoice known={known ?? null} error={form.errors[CONTRACT_FIELD]} onChoose={setCharged} />
        {Array.from({ length: lines }, (_, index) => (
          <OneOffLine key={index} index={index} errors={form.errors} prices={prices} />
        ))}
      </div>
      {lines < LINES_MAX && (
        <div>
          <Button size="dense" onClick={() => setLines(lines + 1)}>
            Agregar otro cobro
          </Button>
        </div>
      )}
      <OneOffTotal of={fields} lines={lines} />
    </FormDialog>
  )
}

/** The contract that is charged: of a known client, or of the one who is picked. */
function ContractChoice({
  known,
  error,
  onChoose,
}: {
  known: Client | null
  error: string | undefined
  onChoose: (no_contract: string | undefined) => void
}) {
  const [client, setClient] = useState(known)
  const [searched, setSearched] = useState('')
  const pick = (chosen: Client | null, typed: string): void => {
    setClient(chosen)
    setSearched(typed.toUpperCase())
  }
  const contracts = client === null ? [] : contractsToCharge(client)
  const problem = client !== null && contracts.length === 0 ? `${client.name} no tiene un contrato firmado` : error
  const first = contracts.find(({ no_contract }) => no_contract === searched) ?? contracts[0]
  const chosen = first?.no_contract
  useEffect(() => onChoose(chosen), [chosen, onChoose])
  return (
    <>
      {known === null && (
        <ClientPicker
          client={client}
          onPick={pick}
          {...(contracts.length === 0 ? { id: CONTRACT_FIELD, error: problem } : {})}
        />
      )}
      {known !== null && contracts.length === 0 && (
        <p id={CONTRACT_FIELD} className="field__error" tabIndex={-1}>
          {problem}
        </p>
      )}
      {contracts.length > 0 && (
        <SelectField
          key={client?.id}
          label="Contrato"
          id={CONTRACT_FIELD}
          name={CONTRACT_FIELD}
          error={error}
          defaultValue={chosen}
          onChange={({ target }) => onChoose(target.value)}
          options={contracts.map(({ no_contract, plan, address }) => ({
            value: no_contract,
            label: `${no_contract} · ${plan.name} · ${address}`,
          }))}
        />
      )}
    </>
  )
}
