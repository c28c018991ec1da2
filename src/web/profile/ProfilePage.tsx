import { type ReactNode, useState } from 'react'
import { authApi } from '#domain/auth/api.ts'
import { nitLabel } from '#domain/core/identity.ts'
import type { Role } from '#domain/core/roles.ts'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { type Profile, profileApi } from '#domain/profile/api.ts'
import { useRead } from '#web/core/queries.ts'
import { READ_ERRORS } from '#web/core/read-errors.ts'
import { Settled } from '#web/core/Settled.tsx'
import { useSession } from '#web/core/session.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { ErrorState } from '#web/ui/States.tsx'
import { PictureCard } from './PictureCard.tsx'
import { ProfileDialog } from './ProfileDialog.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'
import './profile.css'

/**
 * The user's own profile: the data, and the actions that change it. `children` are the password and the open sessions; `company`, for
 * an administrator, is the button that edits the company's data.
 */
export function ProfilePage({ children, company }: { children: ReactNode; company?: ReactNode }) {
  const { user } = useSession()
  const [isEditing, setEditing] = useState(false)
  // The same query that keeps the menu up to date; this page shows its error.
  const me = useRead(authApi.me, {}, { background: true })
  const own = useRead(profileApi.get, {})
  const failed = [me, own].find((read) => read.error !== null)
  if (user === null) return null
  const { role } = user.metadata
  const canEdit = profileApi.update.roles.some((one) => one === role)
  return (
    <Page title="Perfil" subtitle="Tus datos y lo que puedes cambiar tú.">
      {failed?.error && (
        <ErrorState title={READ_ERRORS.profile} message={failed.error.message} onRetry={() => void failed.refetch()} />
      )}
      <Settled reads={[me, own]}>
        <PictureCard user={user} />
        <Card
          title="Datos"
          actions={canEdit ? own.data && <Button onClick={() => setEditing(true)}>Editar mis datos</Button> : company}
        >
          <dl className="facts">
            {[...factsOf(user), ...(role === 'client' && own.data ? contactOf(own.data.data) : [])].map(
              ([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ),
            )}
          </dl>
          {WHO_CHANGES[role] && <p className="facts__who">{WHO_CHANGES[role]}</p>}
        </Card>
        <ThemeChoice />
        {children}
      </Settled>
      {isEditing && own.data && (
        <ProfileDialog profile={own.data.data} isClient={role === 'client'} onClose={() => setEditing(false)} />
      )}
    </Page>
  )
}

const TEAM = 'Tu correo es tu nombre de entrada: si cambia, quien administra tu empresa te invita con el nuevo.'

/** Who can change the data that the user cannot change. */
const WHO_CHANGES: Readonly<Partial<Record<Role, string>>> = {
  superadmin: 'Estos datos los cambia quien instala la plataforma.',
  financial: TEAM,
  technical: TEAM,
  network: TEAM,
  client: 'Si tu nombre o tu documento están mal, comunícate con tu empresa de internet para corregirlos.',
}

const contactOf = ({ email, phone, telephone }: Profile): [name: string, value: ReactNode][] => [
  ['Celular', phone ?? 'Sin celular'],
  ['Teléfono fijo', telephone ?? 'Sin teléfono'],
  ['Correo', email ?? 'Sin correo'],
]

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
