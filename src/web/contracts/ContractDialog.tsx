import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Client } from '#domain/clients/client.ts'
import { contractApi } from '#domain/contracts/api.ts'
import type { Contract } from '#domain/contracts/contract.ts'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { paths } from '#domain/core/paths.ts'
import { planApi } from '#domain/plans/api.ts'
import { PickClientDialog } from '#web/clients/PickClientDialog.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { useDraft } from '#web/core/use-draft.ts'
import { useForm } from '#web/core/use-form.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Skeleton } from '#web/ui/States.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { ContractFields, type InitialContract } from './ContractFields.tsx'
import { CONTRACT_FIELDS, contractBody } from './contract-form.ts'

type Holder = Pick<Client, 'id' | 'name' | 'address' | 'department' | 'city' | 'segment' | 'stratum'>

type Props = {
  /** The holder, when the form opens from the page of a client. Without it, the first step asks for the client. */
  client?: Holder
  onClose: () => void
}

/** A new contract: first its holder, then the form with the data of that client and the company's defaults. */
export function ContractDialog({ client, onClose }: Props) {
  const [holder, setHolder] = useState<Holder | null>(client ?? null)
  const { data: defaults } = useRead(contractDefaultsApi.get, {})
  if (holder === null) return <PickClientDialog title="Crear contrato" onPick={setHolder} onClose={onClose} />
  if (!defaults) {
    return (
      <Dialog title="Crear contrato" onClose={onClose}>
        <Skeleton lines={6} height={28} />
      </Dialog>
    )
  }
  const { connection_cost = null, discounted_value = null, billing_cut_day = null } = defaults.data ?? {}
  const { address, department, city, segment, stratum } = holder
  const place = { address, department, city, segment, stratum, holder: segment }
  return (
    <CreateDialog
      holder={holder}
      start={{ ...place, connection_cost, discounted_value, billing_cut_day, accepts_permanence: true }}
      onClose={onClose}
    />
  )
}

function CreateDialog({ holder, start, onClose }: { holder: Holder; start: InitialContract; onClose: () => void }) {
  const navigate = useNavigate()
  const create = useChange(contractApi.create)
  const [key] = useState(() => crypto.randomUUID())
  const title = `Contrato de ${holder.name}`
  const form = useForm({
    draft: useDraft(`contract/of-${holder.id}`, title),
    schema: contractApi.create.body,
    read: (typed) => ({ contract: { client_id: holder.id, ...contractBody(typed) } }),
    fields: CONTRACT_FIELDS,
    submit: async (body) => {
      const { data, message } = await create.mutateAsync({ body, idempotencyKey: key })
      toastSuccess(message)
      onClose()
      void navigate(paths.contract(data.no_contract))
    },
  })
  return <ContractForm title={title} label="Crear contrato" form={form} start={start} onClose={onClose} />
}

/** Edits a draft; after the signature, only the fields that were empty. */
export function EditContractDialog({ contract, onClose }: { contract: Contract; onClose: () => void }) {
  const update = useChange(contractApi.update)
  const title = `Editar ${contract.no_contract}`
  const form = useForm({
    draft: useDraft(`contract/${contract.no_contract}`, title),
    schema: contractApi.update.body,
    read: (typed) => ({ contract: contractBody(typed) }),
    fields: CONTRACT_FIELDS,
    submit: async (body) => {
      const { message } = await update.mutateAsync({ params: { no: contract.no_contract }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <ContractForm
      title={title}
      label="Guardar cambios"
      form={form}
      start={{ ...contract, plan_id: contract.plan.id }}
      onClose={onClose}
    />
  )
}

type FormProps = {
  title: string
  label: string
  form: ReturnType<typeof useForm>
  start: InitialContract
  onClose: () => void
}

function ContractForm({ title, label, form, start, onClose }: FormProps) {
  const { data: plans } = useRead(planApi.list, {})
  if (!plans) {
    return (
      <Dialog title={title} onClose={onClose}>
        <Skeleton lines={6} height={28} />
      </Dialog>
    )
  }
  return (
    <FormDialog title={title} label={label} form={form} onClose={onClose}>
      <ContractFields errors={form.errors} start={start} plans={plans.data} />
    </FormDialog>
  )
}
