import { useState } from 'react'
import { PASSWORD_MIN } from '#domain/auth/password.ts'
import type { Role } from '#domain/core/roles.ts'
import { PasswordField } from '#web/ui/TextField.tsx'

type Props = { id: string; error: string | undefined /** Unknown where only a link tells who it is. */; role?: Role }

/** A password being chosen, with its rules beside it: the one of length says when it is met. The server checks them all. */
export function NewPasswordField({ id, error, role }: Props) {
  const [length, setLength] = useState(0)
  const least = PASSWORD_MIN[role ?? 'client']
  const staff = role === undefined ? ` (${PASSWORD_MIN.admin} si trabajas en la empresa)` : ''
  return (
    <div className="new-password">
      <PasswordField
        label="Contraseña nueva"
        id={id}
        name={id}
        autoComplete="new-password"
        hint={`Al menos ${least} caracteres${staff}. Puede ser una frase, con espacios.`}
        error={error}
        onChange={(event) => setLength([...event.target.value].length)}
      />
      <ul role="list" className="new-password__rules">
        <li data-met={length >= least || undefined}>{lengthLabel(length, least)}</li>
        <li>Sin tu nombre, tu usuario ni una contraseña muy conocida</li>
      </ul>
    </div>
  )
}

function lengthLabel(length: number, least: number): string {
  if (length >= least) return 'Ya tiene el largo que hace falta'
  return length === 0 ? `${least} caracteres o más` : `Llevas ${length} de ${least} caracteres`
}
