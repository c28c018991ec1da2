import type { Reply } from '#domain/core/api.ts'
import { companyUserApi, userApi } from '#domain/users/api.ts'
import type { NewStaff, StaffChanges } from '#domain/users/user.ts'
import { useChange } from '#web/core/queries.ts'

type Changed = Promise<Reply<typeof userApi.update>>

/** The calls that change staff users: of the own company, or of the company that a superadmin opened. */
export function useStaffCalls(companyId: string | undefined) {
  const [ownCreate, ownUpdate, ownReset] = [
    useChange(userApi.create),
    useChange(userApi.update),
    useChange(userApi.reset),
  ]
  const [create, update, reset] = [
    useChange(companyUserApi.create),
    useChange(companyUserApi.update),
    useChange(companyUserApi.reset),
  ]
  const id = companyId
  return {
    invite: (body: { user: NewStaff }): Changed =>
      id === undefined ? ownCreate.mutateAsync({ body }) : create.mutateAsync({ params: { id }, body }),
    change: (userId: string, body: { user: StaffChanges }): Changed =>
      id === undefined
        ? ownUpdate.mutateAsync({ params: { id: userId }, body })
        : update.mutateAsync({ params: { id, user_id: userId }, body }),
    sendLink: (userId: string): Changed =>
      id === undefined
        ? ownReset.mutateAsync({ params: { id: userId } })
        : reset.mutateAsync({ params: { id, user_id: userId } }),
    isBusy: [ownCreate, ownUpdate, ownReset, create, update, reset].some(({ isPending }) => isPending),
  }
}
