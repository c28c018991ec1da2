import { lazy, Suspense, useState } from 'react'
import { companyApi } from '#domain/companies/api.ts'
import { SessionsPanel } from '#web/auth/SessionsPanel.tsx'
import { readProblemOf } from '#web/core/failure.ts'
import { useRead } from '#web/core/queries.ts'
import { READ_ERRORS } from '#web/core/read-errors.ts'
import { useSession } from '#web/core/session.ts'
import { ProfilePage } from '#web/profile/ProfilePage.tsx'
import { offersPassword } from '#web/shell/offers-password.ts'
import { ShortcutSwitch } from '#web/shell/ShortcutSwitch.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { ErrorState } from '#web/ui/States.tsx'

const ChangePasswordDialog = lazy(() =>
  import('#web/auth/ChangePasswordDialog.tsx').then((file) => ({ default: file.ChangePasswordDialog })),
)

const TwoFactorCard = lazy(() =>
  import('#web/auth/TwoFactorCard.tsx').then((file) => ({ default: file.TwoFactorCard })),
)

const OwnConsentsCard = lazy(() =>
  import('#web/consents/OwnConsentsCard.tsx').then((file) => ({ default: file.OwnConsentsCard })),
)

const OwnDataCard = lazy(() => import('#web/profile/OwnDataCard.tsx').then((file) => ({ default: file.OwnDataCard })))

const CompanyFilesCard = lazy(() =>
  import('#web/companies/CompanyFilesCard.tsx').then((file) => ({ default: file.CompanyFilesCard })),
)

const TaxRegimeCard = lazy(() =>
  import('#web/companies/TaxRegimeCard.tsx').then((file) => ({ default: file.TaxRegimeCard })),
)

const CompanyDialog = lazy(() =>
  import('#web/companies/CompanyDialog.tsx').then((file) => ({ default: file.CompanyDialog })),
)

const OwnSiteCard = lazy(() => import('#web/companies/OwnSiteCard.tsx').then((file) => ({ default: file.OwnSiteCard })))

/** The profile with the password and the open sessions. */
export function ProfileScreen() {
  const { user } = useSession()
  const [isChanging, setChanging] = useState(false)
  return (
    <ProfilePage company={user?.metadata.role === 'admin' && <EditCompany />}>
      {/* Above the cards that load by themselves, so that they do not move under the pointer. */}
      {offersPassword() && (
        <Card title="Contraseña" actions={<Button onClick={() => setChanging(true)}>Cambiar contraseña</Button>}>
          <p className="facts__who">Al cambiarla se cierran tus otras sesiones.</p>
        </Card>
      )}
      <Card title="Atajos de teclado">
        <ShortcutSwitch />
        <p className="facts__who">Con ellos, la tecla ? muestra la lista.</p>
      </Card>
      {/* Shown together: a card whose code arrives later would move those under it. */}
      <Suspense>
        {user?.metadata.role === 'admin' && <OwnSiteCard prefix={user.company.initial_letter} />}
        {user?.metadata.role === 'admin' && <OwnDocuments />}
        {user?.metadata.role === 'client' && (
          <>
            <OwnConsentsCard />
            <OwnDataCard />
          </>
        )}
        {user && user.metadata.role !== 'client' && <TwoFactorCard />}
        <SessionsPanel />
      </Suspense>
      {isChanging && user && (
        <Suspense>
          <ChangePasswordDialog role={user.metadata.role} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </ProfilePage>
  )
}

/** The documents of the company, for its administrator; the superadmin uploads them (COM-02). */
function OwnDocuments() {
  const { data } = useRead(companyApi.list, { query: {} })
  const [company] = data?.data ?? []
  return (
    <Suspense>
      {company && <TaxRegimeCard companyId={company.id} />}
      {company && <CompanyFilesCard company={company} />}
    </Suspense>
  )
}

/** The button to edit the company, for its administrator. */
function EditCompany() {
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useRead(companyApi.list, { query: {} })
  const [company] = data?.data ?? []
  if (error && !company)
    return <ErrorState {...readProblemOf(error, READ_ERRORS.company)} onRetry={() => void refetch()} />
  if (!company) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Editar empresa</Button>
      <Suspense>{isOpen && <CompanyDialog company={company} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
