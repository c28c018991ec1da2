import type { ReactNode } from 'react'
import { authApi } from '#domain/auth/api.ts'
import { avatarUrl, displayName, initials, type SignedInUser } from '#domain/auth/session.ts'
import { nitLabel } from '#domain/core/identity.ts'
import { ROLE_LABELS, type Role } from '#domain/core/roles.ts'
import { useRead } from '#web/core/queries.ts'
import { READ_ERRORS } from '#web/core/read-errors.ts'
import { useSession } from '#web/core/session.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { ErrorState } from '#web/ui/States.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'
import './profile.css'

/** A person's own corner: who they are here, and what is theirs to change. `children` are password and open sessions. */
export function ProfilePage({ children }: { children: ReactNode }) {
  const { user } = useSession()
  // The same reading that keeps the menu up to date: here its failure is said.
  const { error, refetch } = useRead(authApi.me, {}, { background: true })
  if (user === null) return null
  return (
    <Page title="Perfil" subtitle="Tus datos y lo que puedes cambiar tú.">
      {error && <ErrorState title={READ_ERRORS.profile} message={error.message} onRetry={() => void refetch()} />}
      <Card className="who">
        <Avatar imageUrl={avatarUrl(user)} initials={initials(user)} />
        <div>
          <p className="who__name">{displayName(user)}</p>
          <p className="who__role">{ROLE_LABELS[user.metadata.role]}</p>
        </div>
      </Card>
      <Card title="Datos">
        <dl className="facts">
          {factsOf(user).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="facts__who">{WHO_CHANGES[user.metadata.role]}</p>
      </Card>
      {children}
      <ThemeChoice />
    </Page>
  )
}

const TEAM = 'Si algo está mal, pide a quien administra tu empresa que lo corrija.'

/** Who can change what is shown here, until this screen can. */
const WHO_CHANGES: Readonly<Record<Role, string>> = {
  superadmin: 'Estos datos los cambia quien instala la plataforma.',
  admin: 'Los datos de la empresa los cambia el equipo de Enlace.',
  financial: TEAM,
  technical: TEAM,
  network: TEAM,
  client: 'Si algo está mal, comunícate con tu empresa de internet para corregirlo.',
}

function factsOf(user: SignedInUser): [name: string, value: ReactNode][] {
  const { company, metadata, profile } = user
  const mine: [string, ReactNode][] =
    'legal_representative' in profile
      ? [[metadata.role === 'admin' ? 'Representante legal' : 'Nombre', profile.legal_representative]]
      : [
          ['Nombres', profile.first_name],
          ['Apellidos', profile.last_name],
        ]
  if (metadata.role === 'superadmin') return [...mine, ['Plataforma', 'Enlace']]
  const facts: [string, ReactNode][] = [...mine, ['Empresa', company.name], ['NIT', nitLabel(company.nit)]]
  if (!('legal_representative' in profile)) return facts
  return [
    ...facts,
    ['Pagos con Wompi', <Connection key="wompi" isOn={profile.is_wompi_integration} />],
    ['Facturas con Factus', <Connection key="factus" isOn={profile.is_factus_integration} />],
  ]
}

const Connection = ({ isOn }: { isOn: boolean }) =>
  isOn ? <Badge tone="good">Conectado</Badge> : <Badge tone="warn">Sin configurar</Badge>
