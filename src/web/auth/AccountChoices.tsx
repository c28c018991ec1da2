import { type AccountChoice } from '#domain/auth/api.ts'
import { Button } from '#web/ui/Button.tsx'

type Props = {
  accounts: readonly AccountChoice[]
  isBusy: boolean
  onChoose: (id: string) => void
  onCancel: () => void
}

/** The accounts that have the typed user or e-mail and password: of two providers, or of a family with one address. */
export function AccountChoices({ accounts, isBusy, onChoose, onCancel }: Props) {
  return (
    <>
      <ul className="auth__choices" aria-label="Tus cuentas">
        {accounts.map(({ id, company_name, username }) => (
          <li key={id}>
            <Button size="large" busy={isBusy ? 'Ingresando…' : undefined} onClick={() => onChoose(id)}>
              <span className="two-lines">
                {company_name} <small>usuario {username}</small>
              </span>
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="link" onClick={onCancel}>
        Entrar con otro usuario
      </Button>
    </>
  )
}
