import { useState } from 'react'
import { type Day, dayLabel, dayOf, instantLabel } from '#domain/core/days.ts'
import { ROLE_LABELS } from '#domain/core/roles.ts'
import { SCOPES } from '#domain/core/scope.ts'
import { type ApiToken, scopeLabel, usualExpiry } from '#domain/integrations/api-token.ts'
import { apiTokenApi } from '#domain/integrations/api-token-api.ts'
import { Query } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { DayField } from '#web/ui/DayField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { SelectFilter } from '#web/ui/SelectFilter.tsx'
import { CheckboxField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

/** The keys of the API of the company: their scopes, their end and their last use (OPS-05). */
export function ApiTokensCard() {
  const read = useRead(apiTokenApi.list, {})
  const [isOpen, setOpen] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  return (
    <Card title="Claves de la API" actions={<Button onClick={() => setOpen(true)}>Crear clave</Button>}>
      <Query of={read} lines={2} problem="No pudimos leer las claves">
        {({ data }) =>
          data.length === 0 ? (
            <p>Con una clave otro programa tuyo, como un CRM, consulta o registra datos en Enlace sin tu contraseña.</p>
          ) : (
            <RowList label="Claves de la API">
              {data.map((token) => (
                <TokenRow key={token.id} token={token} />
              ))}
            </RowList>
          )
        }
      </Query>
      {isOpen && (
        <TokenDialog
          onClose={() => setOpen(false)}
          onCreated={(text) => {
            setOpen(false)
            setShown(text)
          }}
        />
      )}
      {shown !== null && (
        <Dialog title="Copia la clave ahora" onClose={() => setShown(null)}>
          <p>No se vuelve a mostrar. Guárdala en el programa que la va a usar.</p>
          <TextField label="Clave" name="token" readOnly defaultValue={shown} autoComplete="off" />
        </Dialog>
      )}
    </Card>
  )
}

function TokenRow({ token: { id, name, ending, role, scopes, expires_at, last_used_at } }: { token: ApiToken }) {
  const revoke = useChange(apiTokenApi.revoke, { invalidate: [apiTokenApi.list] })
  const onRevoke = () =>
    revoke.mutate(
      { params: { id } },
      {
        onSuccess: ({ message }) => toastSuccess(message),
        onError: (error) => toastFailure(error, 'No pudimos anular la clave'),
      },
    )
  return (
    <li>
      <span className="two-lines">
        {name} (····{ending}), {ROLE_LABELS[role]}
        <small>
          {scopes.map(scopeLabel).join(' · ')}. Vence el {dayLabel(dayOf(new Date(Date.parse(expires_at) - 1)))}.{' '}
          {last_used_at === null ? 'Sin uso todavía.' : `Último uso: ${instantLabel(new Date(last_used_at))}.`}
        </small>
      </span>
      <Button
        size="dense"
        aria-label={`Anular la clave ${name}`}
        busy={revoke.isPending ? 'Anulando…' : undefined}
        onClick={onRevoke}
      >
        Anular
      </Button>
    </li>
  )
}

const NAME = 'token.name'
const SCOPES_FIELD = 'token.scopes'
const EXPIRES = 'token.expires_on'

function TokenDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (token: string) => void }) {
  const create = useChange(apiTokenApi.create, { invalidate: [apiTokenApi.list] })
  const [role, setRole] = useState<ApiToken['role']>('financial')
  const [day, setDay] = useState<Day | null>(() => usualExpiry(dayOf(new Date())))
  const form = useForm({
    schema: apiTokenApi.create.body,
    read: (typed: Readonly<Record<string, unknown>>) => ({
      token: {
        name: typed[NAME],
        role,
        scopes: SCOPES.filter((scope) => typed[scope] === true),
        expires_on: day ?? '',
      },
    }),
    fields: [NAME, SCOPES_FIELD, EXPIRES],
    submit: async (body) => {
      const { message, token } = await create.mutateAsync({ body })
      toastSuccess(message)
      onCreated(token)
    },
  })
  return (
    <FormDialog title="Crear una clave de la API" label="Crear clave" form={form} onClose={onClose}>
      <TextField
        label="Para qué es"
        hint="Por ejemplo: CRM de ventas"
        {...form.field(NAME)}
        maxLength={60}
        autoComplete="off"
      />
      <SelectFilter
        label="Con el rol"
        all={null}
        options={(['financial', 'technical'] as const).map((value) => ({ value, label: ROLE_LABELS[value] }))}
        value={role}
        onChange={(value) => setRole(value === 'technical' ? 'technical' : 'financial')}
      />
      <fieldset id={SCOPES_FIELD} className="integration__scopes">
        <legend>Permisos</legend>
        {SCOPES.map((scope) => (
          <CheckboxField key={scope} name={scope} label={scopeLabel(scope)} />
        ))}
        <p className="field__error">{form.field(SCOPES_FIELD).error}</p>
      </fieldset>
      <DayField label="Sirve hasta" {...form.field(EXPIRES)} value={day} onChange={setDay} />
    </FormDialog>
  )
}
