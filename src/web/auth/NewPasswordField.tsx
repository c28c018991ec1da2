import { useState } from 'react'
import { PASSWORD_MIN } from '#domain/auth/password.ts'
import type { Role } from '#domain/core/roles.ts'
import { PasswordField } from '#web/ui/TextField.tsx'

type Props = { id: string; error: string | undefined /** Unknown after a code. */; role?: Role | undefined }

/** The field of a new password, with its rules: the rule of the length is marked when it is met. The server checks all of them. */
export function NewPasswordField({ id, error, role }: Props) {
  const [length, setLength] = useState(0)
  const minLength = PASSWORD_MIN[role ?? 'client']
  const staff = role === undefined ? ` (${PASSWORD_MIN.admin} si trabajas en la empresa)` : ''
  return (
    <div className="new-password">
      <PasswordField
        label="Contraseña nueva"
        id={id}
        name={id}
        autoComplete="new-password"
        hint={`Al menos ${minLength} caracteres${staff}. Puede ser una frase, con espacios.`}
        error={error}
        onChange={(event) => setLength([...event.target.value].length)}
      />
      <ul role="list" className="new-password__rules">
        <li data-met={length >= minLength || undefined}>
          {role === undefined ? linkLengthLabel(length) : lengthLabel(length, minLength)}
        </li>
        <li>Sin tu nombre, tu usuario ni una contraseña muy conocida</li>
      </ul>
    </div>
  )
}

function lengthLabel(length: number, minLength: number): string {
  if (length >= minLength) return 'Ya tiene el largo que hace falta'
  return length === 0 ? `${minLength} caracteres o más` : `Llevas ${length} de ${minLength} caracteres`
}

/** After a code it may be a client or a person of the company, whose passwords are longer. */
function linkLengthLabel(length: number): string {
  const { client, admin } = PASSWORD_MIN
  if (length >= admin || length < client) return lengthLabel(length, length < client ? client : admin)
  return `Ya sirve para un cliente; si trabajas en la empresa, llevas ${length} de ${admin} caracteres`
}
