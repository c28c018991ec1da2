import { useState } from 'react'
import { ROLE_LABELS } from '#domain/core/roles.ts'
import { companyUserApi } from '#domain/users/api.ts'
import type { StaffUser } from '#domain/users/user.ts'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { LazyMenu } from '#web/ui/LazyMenu.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { useStaffCalls } from './staff-calls.ts'
import { EditUserDialog, InviteUserDialog } from './UserDialogs.tsx'

type Open = { kind: 'edit' | 'deactivate'; user: StaffUser } | { kind: 'invite' }

/** The staff of a company for the superadmin: invite, edit, deactivate, and send another link (USR-02, USR-03). */
export function PeopleCard({ companyId }: { companyId: string }) {
  const [open, setOpen] = useState<Open | null>(null)
  const read = useRead(companyUserApi.list, { params: { id: companyId } })
  const { run, isBusy, calls } = useStaffActions(companyId)
  const close = (): void => setOpen(null)
  return (
    <Card title="Personas" actions={<Button onClick={() => setOpen({ kind: 'invite' })}>Invitar</Button>}>
      <Query of={read} lines={4} height={24}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="Aún no hay nadie" />
          ) : (
            <RowList>
              {data.map((user) => (
                <li key={user.id}>
                  <span className="two-lines">
                    {nameOf(user)}
                    <small>{user.email ?? user.username}</small>
                    <small>{stateOf(user)}</small>
                  </span>
                  <LazyMenu
                    label={`Acciones de ${nameOf(user)}`}
                    items={[
                      { label: 'Editar', onSelect: () => setOpen({ kind: 'edit', user }) },
                      {
                        label: 'Enviar otro enlace',
                        onSelect: () => run(() => calls.sendLink(user.id)),
                        disabledReason: user.is_active ? undefined : 'Primero actívala',
                      },
                      user.is_active
                        ? { label: 'Desactivar', isDanger: true, onSelect: () => setOpen({ kind: 'deactivate', user }) }
                        : {
                            label: 'Activar',
                            onSelect: () => run(() => calls.change(user.id, { user: { is_active: true } })),
                          },
                    ]}
                  />
                </li>
              ))}
            </RowList>
          )
        }
      </Query>
      {open?.kind === 'invite' && <InviteUserDialog companyId={companyId} onClose={close} />}
      {open?.kind === 'edit' && <EditUserDialog companyId={companyId} user={open.user} onClose={close} />}
      {open?.kind === 'deactivate' && (
        <ConfirmDialog
          title={`¿Desactivar a ${nameOf(open.user)}?`}
          confirm="Sí, desactivar"
          tone="danger"
          busy={isBusy ? 'Desactivando…' : undefined}
          onConfirm={() => run(() => calls.change(open.user.id, { user: { is_active: false } }), close)}
          onCancel={close}
        >
          Sale al momento de todos sus equipos y no vuelve a entrar hasta que la actives. Nada de lo que hizo se borra.
        </ConfirmDialog>
      )}
    </Card>
  )
}

/** Runs a change of a user and shows its result in a toast. */
function useStaffActions(companyId: string) {
  const calls = useStaffCalls(companyId)
  const run = (work: () => Promise<{ message: string }>, onDone: () => void = () => undefined): void =>
    void work().then(
      ({ message }) => {
        toastSuccess(message)
        onDone()
      },
      (error: unknown) => toastFailure(error, 'No pudimos hacer el cambio: intenta de nuevo'),
    )
  return { run, calls, isBusy: calls.isBusy }
}

const nameOf = ({ first_name, last_name }: StaffUser): string => `${first_name} ${last_name}`

/** 'Financiero, invitado'. */
const stateOf = ({ role, is_active, is_first_login }: StaffUser): string =>
  `${ROLE_LABELS[role]}${is_active ? (is_first_login ? ', invitado' : '') : ', inactivo'}`
