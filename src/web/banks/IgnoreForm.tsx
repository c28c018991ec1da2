import { bankApi } from '#domain/banks/api.ts'
import type { BankLine } from '#domain/banks/line.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

type Props = { line: BankLine; onBack: () => void; onClose: () => void }

/** A movement that is no payment of a client, with its reason. */
export function IgnoreForm({ line, onBack, onClose }: Props) {
  const ignore = useChange(bankApi.ignore)
  const form = useForm({
    schema: bankApi.ignore.body,
    fields: ['reason'],
    submit: async (body) => {
      const { message } = await ignore.mutateAsync({ params: { id: line.id }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Descartar el movimiento de ${pesosLabel(line.amount)}`}
      label="Descartar"
      form={form}
      onClose={onClose}
      back={<Button onClick={onBack}>Volver</Button>}
    >
      <TextField label="Por qué no es de un cliente" {...form.field('reason')} maxLength={160} />
    </FormDialog>
  )
}
