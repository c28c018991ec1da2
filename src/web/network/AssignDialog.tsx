import { networkApi } from '#domain/network/api.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField, TextAreaField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

/** The connections of many contracts, pasted from a sheet: number, user name, password and address of each one. */
export function AssignDialog({ onClose }: { onClose: () => void }) {
  const devices = useRead(networkApi.devices, {}).data?.data ?? []
  const assign = useChange(networkApi.assignMany)
  const form = useForm({
    schema: networkApi.assignMany.body,
    fields: ['device_id', 'services'],
    read: (typed) => ({ services: readRows(textOf(typed['services']), textOf(typed['device_id'])) }),
    submit: async (body) => {
      const { message } = await assign.mutateAsync({ body })
      toastSuccess(message)
      onClose()
    },
  })
  const rowErrors = Object.entries(form.errors).filter(([field]) => field.startsWith('services.'))
  const { error, ...rows } = form.field('services')
  return (
    <FormDialog title="Asignar conexiones" label="Guardar conexiones" form={form} onClose={onClose}>
      <SelectField
        label="Equipo"
        {...form.field('device_id')}
        options={devices.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextAreaField
        label="Conexiones"
        hint="Una por línea: contrato, usuario, contraseña y dirección, separados por coma, punto y coma o tabulación"
        placeholder="AF-000123, ana.rios, Clave-Larga-1, 10.20.0.9"
        rows={8}
        spellCheck={false}
        autoComplete="off"
        {...rows}
        error={error ?? rowErrors[0]?.[1]}
      />
    </FormDialog>
  )
}

const textOf = (typed: unknown): string => (typeof typed === 'string' ? typed : '')

/** The rows of a pasted sheet. A missing password or address is left out. */
function readRows(text: string, device_id: string) {
  return text
    .split('\n')
    .map((line) => line.split(/[,;\t]/).map((cell) => cell.trim()))
    .filter(([first = '']) => first !== '')
    .map(([no_contract = '', username = '', password = '', ipv4 = '']) => ({
      no_contract: no_contract.toUpperCase(),
      device_id,
      username,
      ...(password === '' ? {} : { password }),
      ...(ipv4 === '' ? {} : { ipv4 }),
    }))
}
