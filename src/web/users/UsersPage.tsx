import { useState } from 'react'
import { instantLabel } from '#domain/core/days.ts'
import { ROLE_LABELS } from '#domain/core/roles.ts'
import { userApi } from '#domain/users/api.ts'
import { STAFF_ROLES, type StaffUser } from '#domain/users/user.ts'
import { messageOf } from '#web/core/failure.ts'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { useTableUrl } from '#web/core/table-url.ts'
import { ExportMenu } from '#web/exports/ExportMenu.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'
import { useStaffCalls } from './staff-calls.ts'
import { EditUserDialog, InviteUserDialog } from './UserDialogs.tsx'

const columns: readonly Column<StaffUser>[] = [
  {
    key: 'name',
    header: 'Nombre',
    cell: (user) => (
      <span className="two-lines">
        {user.first_name} {user.last_name}
        <small>{user.username}</small>
      </span>
    ),
    card: 'title',
  },
  { key: 'role', header: 'Rol', cell: (user) => ROLE_LABELS[user.role] },
  {
    key: 'last_login_at',
    header: 'Último ingreso',
    cell: (user) => (user.last_login_at ? instantLabel(new Date(user.last_login_at)) : 'Todavía no'),
  },
  { key: 'state', header: 'Estado', cell: (user) => <State user={user} />, card: 'badge' },
]

function State({ user }: { user: StaffUser }) {
  if (!user.is_active) return <Badge tone="quiet">Inactivo</Badge>
  return user.is_first_login ? <Badge tone="info">Invitado</Badge> : <Badge tone="good">Activo</Badge>
}

/** Gestión de usuarios (USR-01, USR-02). */
export function UsersPage() {
  const url = useTableUrl()
  const [open, setOpen] = useState<StaffUser | 'new' | null>(null)
  const reset = useReset()
  const role = STAFF_ROLES.find((known) => known === url.filters['role'])
  const query = { page: url.page, page_size: url.pageSize, q: url.query.q, role }
  const list = useRead(userApi.list, { query }, { keepPrevious: true })
  return (
    <Page
      title="Gestión de usuarios"
      subtitle="Quién trabaja en la empresa y qué puede hacer"
      actions={
        <>
          <ExportMenu list="users" filters={query} />
          <Button variant="primary" onClick={() => setOpen('new')}>
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
        tools={<Tools url={url} role={role} />}
        empty={
          <EmptyState kind="no-match" action={<Button onClick={url.onClear}>Limpiar filtros</Button>}>
            Prueba con otro nombre o con otro rol.
          </EmptyState>
        }
        actions={[
          { kind: 'edit', isShown: isOther, onPress: setOpen },
          {
            kind: 'resend',
            isShown: (user) => isOther(user) && user.is_active,
            onPress: reset,
          },
        ]}
      />
      {open === 'new' && <InviteUserDialog onClose={() => setOpen(null)} />}
      {open !== null && open !== 'new' && <EditUserDialog user={open} onClose={() => setOpen(null)} />}
    </Page>
  )
}

/** The administrator's own account is changed in the profile. */
const isOther = (user: StaffUser): boolean => user.role !== 'admin'

type ToolsProps = { url: ReturnType<typeof useTableUrl>; role: (typeof STAFF_ROLES)[number] | undefined }

function Tools({ url, role }: ToolsProps) {
  return (
    <>
      <SearchField label="Buscar por nombre o correo" value={url.q} onSearch={url.onSearch} />
      <TableFilters>
        <SelectFilter
          label="Rol"
          options={STAFF_ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }))}
          value={role}
          onChange={(value) => url.onFilter('role', value)}
        />
      </TableFilters>
      <FilterChips
        chips={role ? [{ key: 'role', label: `Rol: ${ROLE_LABELS[role]}` }] : []}
        onRemove={(key) => url.onFilter(key, '')}
        onClear={url.onClear}
      />
    </>
  )
}

/** Sends a user the link to create another password. */
function useReset(): (user: StaffUser) => void {
  const { sendLink } = useStaffCalls(undefined)
  return (user) =>
    void sendLink(user.id).then(
      ({ message }) => toastSuccess(message),
      (error: unknown) => toastError(messageOf(error, 'No pudimos enviar el enlace: intenta de nuevo')),
    )
}
