import { useState } from 'react'
import { instantLabel } from '#domain/core/days.ts'
import { ROLE_LABELS } from '#domain/core/roles.ts'
import { USER_SORTS, userApi } from '#domain/users/api.ts'
import {
  ROLE_GROUP_LABELS,
  ROLE_GROUPS,
  ROLE_USERS_LABELS,
  type RoleGroup,
  STAFF_ROLES,
  type StaffRole,
  type StaffUser,
} from '#domain/users/user.ts'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { type TableState, useTableUrl } from '#web/core/table-url.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { useOpened } from '#web/core/use-opened.ts'
import { ExportMenu } from '#web/exports/ExportMenu.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { NoMatch } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { useStaffCalls } from './staff-calls.ts'
import { EditUserDialog, InviteUserDialog } from './UserDialogs.tsx'

const columns: readonly Column<StaffUser>[] = [
  {
    key: 'name',
    header: 'Nombre',
    cell: (user) => (
      <span className="two-lines">
        {user.first_name} {user.last_name}
        <small className="in-card">{user.username}</small>
      </span>
    ),
    card: 'title',
    sortable: true,
  },
  { key: 'role', header: 'Rol', cell: (user) => ROLE_LABELS[user.role], sortable: true },
  {
    key: 'last_login_at',
    header: 'Último ingreso',
    cardLabel: 'ingresó:',
    cell: (user) => (user.last_login_at ? instantLabel(new Date(user.last_login_at)) : 'Todavía no'),
    sortable: true,
  },
  { key: 'state', header: 'Estado', cell: (user) => <State user={user} />, card: 'badge' },
]

function State({ user }: { user: StaffUser }) {
  if (!user.is_active) return <Badge tone="quiet">Inactivo</Badge>
  return user.is_first_login ? <Badge tone="info">Invitado</Badge> : <Badge tone="good">Activo</Badge>
}

/** Gestión de usuarios (USR-01, USR-02). */
export function UsersPage() {
  const url = useTableUrl({ list: 'users', sorts: USER_SORTS })
  const [open, setOpen] = useState<StaffUser | null>(null)
  const [opened, setOpened] = useOpened()
  const reset = useReset()
  const filters = readFilters(url.filters)
  const query = { ...url.query, ...filters }
  const list = useRead(userApi.list, { query }, { keepPrevious: true })
  return (
    <Page
      title="Gestión de usuarios"
      subtitle="Quién trabaja en la empresa y qué puede hacer"
      actions={
        <>
          <ExportMenu list="users" filters={query} />
          <Button variant="primary" onClick={() => setOpened('')}>
            Invitar usuario
          </Button>
        </>
      }
    >
      <Table
        caption="Personas de la empresa"
        columns={columns}
        {...listProps(url, list)}
        rowKey={(user) => user.id}
        rowName={(user) => `${user.first_name} ${user.last_name}`}
        tools={<Tools url={url} filters={filters} />}
        empty={<NoMatch onClear={url.onClear}>Prueba con otro nombre o con otro rol.</NoMatch>}
        actions={[
          { kind: 'edit', isShown: isOther, onPress: setOpen },
          {
            kind: 'resend',
            isShown: (user) => isOther(user) && user.is_active,
            onPress: reset,
          },
        ]}
      />
      {opened !== null && <InviteUserDialog onClose={() => setOpened(null)} />}
      {open !== null && <EditUserDialog user={open} onClose={() => setOpen(null)} />}
    </Page>
  )
}

/** The administrator's own account is changed in the profile. */
const isOther = (user: StaffUser): boolean => user.role !== 'admin'

type Filters = { role: RoleGroup | undefined; role_users: StaffRole | undefined; is_active: Active | undefined }
type Active = (typeof ACTIVE)[number]

const ACTIVE = ['true', 'false'] as const
const ACTIVE_LABELS: Readonly<Record<Active, string>> = { true: 'Activo', false: 'Inactivo' }

/** The filters of this list in the page address; other parameters are ignored. */
const readFilters = (filters: Readonly<Record<string, string>>): Filters => ({
  role: ROLE_GROUPS.find((known) => known === filters['role']),
  role_users: STAFF_ROLES.find((known) => known === filters['role_users']),
  is_active: ACTIVE.find((known) => known === filters['is_active']),
})

/** One control for both filters by role: a group of roles, or one of them. */
const ROLE_OPTIONS = [
  ...ROLE_GROUPS.map((value) => ({ name: 'role', value, label: ROLE_GROUP_LABELS[value] })),
  ...STAFF_ROLES.map((value) => ({ name: 'role_users', value, label: ROLE_USERS_LABELS[value] })),
]

function Tools({ url, filters }: { url: TableState; filters: Filters }) {
  const chooseRole = (value: string): void => {
    const chosen = ROLE_OPTIONS.find((option) => option.value === value)
    url.onFilters({ role: '', role_users: '', ...(chosen ? { [chosen.name]: value } : {}) })
  }
  return (
    <>
      <SearchField label="Buscar por nombre o correo" value={url.q} onSearch={url.onSearch} />
      <TableFilters>
        <SelectFilter
          label="Rol"
          options={ROLE_OPTIONS}
          value={filters.role_users ?? filters.role}
          onChange={chooseRole}
        />
        <SelectFilter
          label="Estado"
          options={ACTIVE.map((value) => ({ value, label: ACTIVE_LABELS[value] }))}
          value={filters.is_active}
          onChange={(value) => url.onFilter('is_active', value)}
        />
      </TableFilters>
      <FilterChips chips={chipsOf(filters)} onRemove={(key) => url.onFilter(key, '')} onClear={url.onClear} />
    </>
  )
}

const chipsOf = ({ role, role_users, is_active }: Filters) => [
  ...(role ? [{ key: 'role', label: `Rol: ${ROLE_GROUP_LABELS[role]}` }] : []),
  ...(role_users ? [{ key: 'role_users', label: `Rol: ${ROLE_USERS_LABELS[role_users]}` }] : []),
  ...(is_active ? [{ key: 'is_active', label: `Estado: ${ACTIVE_LABELS[is_active]}` }] : []),
]

/** Sends a user the link to create another password. */
function useReset(): (user: StaffUser) => void {
  const { sendLink } = useStaffCalls(undefined)
  return (user) =>
    void sendLink(user.id).then(
      ({ message }) => toastSuccess(message),
      (error: unknown) => toastFailure(error, 'No pudimos enviar el enlace: intenta de nuevo'),
    )
}
