import { useEffect } from 'react'
import { demoApi } from '#domain/auth/demo-api.ts'
import { useRead } from '#web/core/queries.ts'
import { rememberDemo } from './demo-flag.ts'

/** The demo accounts, one button each. Renders nothing on a server without the demo. */
export function DemoAccounts({ onChoose }: { onChoose: (username: string, password: string) => void }) {
  const { data, isPending } = useRead(demoApi.accounts, {}, { background: true })
  const isDemo = data !== undefined
  useEffect(() => {
    if (!isPending) rememberDemo(isDemo)
  }, [isPending, isDemo])
  if (!data) return null
  const { accounts, password } = data.data
  const companies = [...new Set(accounts.map((account) => account.company))]
  return (
    <section className="demo" aria-labelledby="demo-title">
      <h2 id="demo-title" className="demo__title">
        Esto es una demostración
      </h2>
      <p>Elige una cuenta y presiona Ingresar.</p>
      {companies.map((company) => (
        <div key={company} role="group" aria-label={company} className="demo__company">
          <p className="demo__name">{company}</p>
          <div className="demo__accounts">
            {accounts
              .filter((account) => account.company === company)
              .map(({ username, role_label }) => (
                <button
                  key={username}
                  type="button"
                  className="demo__account"
                  aria-label={`${role_label}, ${username}`}
                  onClick={() => onChoose(username, password)}
                >
                  {role_label}
                </button>
              ))}
          </div>
        </div>
      ))}
      <a href="/correo">Ver el correo de la demostración</a>
    </section>
  )
}
