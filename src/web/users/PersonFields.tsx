import { ROLE_LABELS } from '#domain/core/roles.ts'
import { STAFF_ROLES } from '#domain/users/user.ts'
import { SelectField, TextField } from '#web/ui/TextField.tsx'

const ROLE_OPTIONS = STAFF_ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }))

/** The controls of a staff user, in the order of the screen. */
export const PERSON_FIELDS = ['user.first_name', 'user.last_name', 'user.email', 'user.role'] as const

/** The form values → the body of the invitation. */
export const personBody = (typed: Readonly<Record<string, unknown>>) => ({
  user: Object.fromEntries(PERSON_FIELDS.map((field) => [field.slice('user.'.length), typed[field]])),
})

type Props = {
  errors: Readonly<Record<string, string>>
  /** An existing user: the e-mail is the login name and cannot change; the role of an administrator cannot change. */
  person?: { first_name: string; last_name: string; role: string }
}

/** The fields of a staff user: name, e-mail and role. */
export function PersonFields({ errors, person }: Props) {
  const at = (field: string) => ({ id: `user.${field}`, name: `user.${field}`, error: errors[`user.${field}`] })
  return (
    <>
      <div className="form__pair">
        <TextField label="Nombres" {...at('first_name')} maxLength={60} defaultValue={person?.first_name} />
        <TextField label="Apellidos" {...at('last_name')} maxLength={60} defaultValue={person?.last_name} />
      </div>
      {!person && (
        <TextField label="Correo" hint="Con él entra, y ahí le llega el enlace." {...at('email')} type="email" />
      )}
      {person?.role !== 'admin' && (
        <SelectField label="Rol" {...at('role')} options={ROLE_OPTIONS} defaultValue={person?.role} />
      )}
    </>
  )
}
