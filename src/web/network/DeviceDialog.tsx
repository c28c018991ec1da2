import { useState } from 'react'
import { networkApi } from '#domain/network/api.ts'
import {
  DEVICE_KIND_LABELS,
  DEVICE_KINDS,
  DEVICE_MODE_LABELS,
  DEVICE_MODES,
  type DeviceKind,
  type NetworkDevice,
} from '#domain/network/device.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

type Props = { device: NetworkDevice | null; query: { company_id?: string }; onClose: () => void }

/** A new device, or the changes of one. Its secret is written and never shown. */
export const DeviceDialog = (props: Props) =>
  props.device === null ? <NewDeviceDialog {...props} /> : <ChangeDialog {...props} device={props.device} />

const NAMES = ['name', 'url', 'nas_address', 'login', 'secret', 'certificate'] as const
const FIELDS = NAMES.map((name) => `device.${name}`)

/** The typed values, without the empty ones. */
const typedValues = (typed: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = typed[`device.${name}`]
      return typeof value === 'string' && value.trim() !== '' ? [[name, value]] : []
    }),
  )

function NewDeviceDialog({ query, onClose }: Props) {
  const [kind, setKind] = useState<DeviceKind>('routeros')
  const add = useChange(networkApi.addDevice)
  const form = useForm({
    schema: networkApi.addDevice.body,
    fields: ['device.kind', ...FIELDS],
    read: (typed) => ({ device: { kind, ...typedValues(typed) } }),
    submit: async (body) => {
      const { message } = await add.mutateAsync({ query, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Nuevo equipo" label="Agregar equipo" form={form} onClose={onClose}>
      <p>Empieza observando: no se le envía nada hasta que lo pongas a aplicar las órdenes.</p>
      <SelectField
        label="Cómo se conecta"
        {...form.field('device.kind')}
        value={kind}
        onChange={(event) => setKind(DEVICE_KINDS.find((known) => known === event.target.value) ?? 'routeros')}
        options={DEVICE_KINDS.map((value) => ({ value, label: DEVICE_KIND_LABELS[value] }))}
      />
      <TextField label="Nombre" hint="Como Torre Norte" {...form.field('device.name')} autoComplete="off" />
      <AddressFields kind={kind} form={form} device={null} />
    </FormDialog>
  )
}

function ChangeDialog({ device, query, onClose }: Props & { device: NetworkDevice }) {
  const change = useChange(networkApi.changeDevice)
  const form = useForm({
    schema: networkApi.changeDevice.body,
    fields: ['device.mode', ...FIELDS],
    read: (typed) => ({ device: { mode: typed['device.mode'], ...typedValues(typed) } }),
    submit: async (body) => {
      const { message } = await change.mutateAsync({ params: { id: device.id }, query, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title={`Cambiar ${device.name}`} label="Guardar equipo" form={form} onClose={onClose}>
      <SelectField
        label="Modo"
        hint="Compara antes de poner un equipo a aplicar las órdenes"
        {...form.field('device.mode')}
        defaultValue={device.mode}
        options={DEVICE_MODES.map((value) => ({ value, label: DEVICE_MODE_LABELS[value] }))}
      />
      <TextField label="Nombre" {...form.field('device.name')} defaultValue={device.name} autoComplete="off" />
      <AddressFields kind={device.kind} form={form} device={device} />
    </FormDialog>
  )
}

const SECRET_LABELS: Readonly<Record<DeviceKind, string>> = {
  webhook: 'Secreto de la firma',
  routeros: 'Contraseña',
  radius: 'Secreto compartido',
}

type FieldsProps = {
  kind: DeviceKind
  form: { field: (name: string) => { id: string; name: string; error: string | undefined } }
  device: NetworkDevice | null
}

/** The fields that the kind of a device has. */
function AddressFields({ kind, form, device }: FieldsProps) {
  return (
    <>
      {kind === 'radius' ? (
        <TextField
          label="Dirección IPv4 del router"
          hint="Desde la que pregunta a RADIUS; sin repetir entre equipos"
          {...form.field('device.nas_address')}
          defaultValue={device?.nas_address ?? ''}
          inputMode="decimal"
          autoComplete="off"
        />
      ) : (
        <TextField
          label="Dirección"
          hint={kind === 'webhook' ? 'Como https://miempresa.co/enlace' : 'Como https://10.8.0.2'}
          {...form.field('device.url')}
          defaultValue={device?.url ?? ''}
          inputMode="url"
          autoComplete="off"
        />
      )}
      {kind === 'routeros' && (
        <>
          <TextField
            label="Usuario del router"
            {...form.field('device.login')}
            defaultValue={device?.login ?? ''}
            autoComplete="off"
          />
          <TextField
            label="Huella SHA-256 del certificado"
            hint="Solo si el certificado es propio: 64 cifras"
            {...form.field('device.certificate')}
            defaultValue={device?.certificate ?? ''}
            autoComplete="off"
            spellCheck={false}
          />
        </>
      )}
      <TextField
        label={SECRET_LABELS[kind]}
        hint={
          device === null
            ? 'Queda cifrado y no se vuelve a mostrar'
            : 'Vacío: sigue el mismo. Si cambias la dirección, escríbelo otra vez'
        }
        {...form.field('device.secret')}
        autoComplete="off"
        spellCheck={false}
      />
    </>
  )
}
