import { useState } from 'react'
import type { Contract } from '#domain/contracts/contract.ts'
import { instantLabel } from '#domain/core/days.ts'
import type { Role } from '#domain/core/roles.ts'
import { networkApi } from '#domain/network/api.ts'
import {
  type NetworkService,
  ON_SUSPEND,
  ON_SUSPEND_LABELS,
  SERVICE_STATE_LABELS,
  speedLabel,
} from '#domain/network/connection.ts'
import { ORDER_ACTION_LABELS, ORDER_STATE_LABELS } from '#domain/network/order.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Card } from '#web/ui/Page.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { ORDER_TONES, orderNote } from './network-words.ts'

type Props = { contract: Contract; role: Role }

/** The connection of a contract and its last order. The network role assigns it. */
export function ContractNetwork({ contract, role }: Props) {
  const { data } = useRead(networkApi.service, { params: { no: contract.no_contract } })
  const [isOpen, setOpen] = useState(false)
  const service = data?.data ?? null
  const canAssign = role === 'network'
  if (!data || (service === null && !canAssign)) return null
  return (
    <Card
      title="Conexión"
      actions={
        canAssign && (
          <Button size="dense" onClick={() => setOpen(true)}>
            {service === null ? 'Asignar conexión' : 'Cambiar conexión'}
          </Button>
        )
      }
    >
      {service === null ? <p>Este contrato no tiene conexión asignada.</p> : <ServiceFacts service={service} />}
      {isOpen && <ServiceDialog no={contract.no_contract} service={service} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function ServiceFacts({ service }: { service: NetworkService }) {
  const { desired, applied, last_order: order } = service
  return (
    <Facts
      facts={[
        { label: 'Equipo', value: service.device.name },
        { label: 'Usuario', value: service.username },
        { label: 'Dirección', value: service.ipv4 ?? 'La asigna el equipo' },
        { label: 'Debe estar', value: `${SERVICE_STATE_LABELS[desired.state]}, ${speedLabel(desired)}` },
        {
          label: 'El equipo quedó',
          value:
            applied === null
              ? 'Sin confirmar'
              : `${SERVICE_STATE_LABELS[applied.state]}, ${instantLabel(new Date(applied.at))}`,
        },
        {
          label: 'Última orden',
          value:
            order === null ? (
              'Ninguna'
            ) : (
              <span className="two-lines">
                <span>
                  {ORDER_ACTION_LABELS[order.action]}{' '}
                  <Badge tone={ORDER_TONES[order.state]}>{ORDER_STATE_LABELS[order.state]}</Badge>
                </span>
                <small>{orderNote(order)}</small>
              </span>
            ),
        },
      ]}
    />
  )
}

const FIELDS = ['service.device_id', 'service.username', 'service.password', 'service.ipv4', 'service.on_suspend']

function ServiceDialog({ no, service, onClose }: { no: string; service: NetworkService | null; onClose: () => void }) {
  const devices = useRead(networkApi.devices, {}).data?.data
  const assign = useChange(networkApi.assign)
  const form = useForm({
    schema: networkApi.assign.body,
    fields: FIELDS,
    read: (typed) => ({
      service: {
        device_id: typed['service.device_id'],
        username: typed['service.username'],
        on_suspend: typed['service.on_suspend'],
        ipv4: typed['service.ipv4'] === '' ? null : typed['service.ipv4'],
        ...(typed['service.password'] === '' ? {} : { password: typed['service.password'] }),
      },
    }),
    submit: async (body) => {
      const { message } = await assign.mutateAsync({ params: { no }, body })
      toastSuccess(message)
      onClose()
    },
  })
  if (!devices) return null
  return (
    <FormDialog title={`Conexión de ${no}`} label="Guardar conexión" form={form} onClose={onClose}>
      {devices.length === 0 && <p>Aún no hay equipos: quien administra la empresa los agrega en Red, Equipos.</p>}
      <SelectField
        label="Equipo"
        {...form.field('service.device_id')}
        defaultValue={service?.device.id}
        options={devices.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <ConnectionFields form={form} service={service} />
    </FormDialog>
  )
}

type FieldsProps = {
  form: { field: (name: string) => { id: string; name: string; error: string | undefined } }
  service: NetworkService | null
}

const ConnectionFields = ({ form, service }: FieldsProps) => (
  <>
    <TextField
      label="Usuario"
      {...form.field('service.username')}
      defaultValue={service?.username ?? ''}
      autoComplete="off"
      spellCheck={false}
    />
    <TextField
      label="Contraseña"
      hint={service === null ? 'De 8 a 64 caracteres; no se vuelve a mostrar' : 'Vacía: sigue la misma'}
      {...form.field('service.password')}
      autoComplete="off"
      spellCheck={false}
    />
    <TextField
      label="Dirección IPv4"
      hint="Vacía: la asigna el equipo"
      {...form.field('service.ipv4')}
      defaultValue={service?.ipv4 ?? ''}
      inputMode="decimal"
      autoComplete="off"
    />
    <SelectField
      label="Al suspender"
      {...form.field('service.on_suspend')}
      defaultValue={service?.on_suspend ?? 'walled'}
      options={ON_SUSPEND.map((value) => ({ value, label: ON_SUSPEND_LABELS[value] }))}
    />
  </>
)
