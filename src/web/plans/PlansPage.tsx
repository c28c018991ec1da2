import { type ReactNode, useEffect, useState } from 'react'
import { planPriceLabel } from '#domain/core/money.ts'
import { planApi } from '#domain/plans/api.ts'
import { hasRoomForPlan, PLANS_MAX, type Plan } from '#domain/plans/plan.ts'
import { messageOf, readProblemOf } from '#web/core/failure.ts'
import { useRead } from '#web/core/queries.ts'
import { useTableUrl } from '#web/core/table-url.ts'
import { useOpened } from '#web/core/use-opened.ts'
import { ExportMenu } from '#web/exports/ExportMenu.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Alert, EmptyState, Progress } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { toastError } from '#web/ui/Toasts.tsx'
import { DeletePlanDialog } from './DeletePlanDialog.tsx'
import { CreatePlanDialog, EditPlanDialog } from './PlanDialog.tsx'
import './plans.css'

const PAGE_SIZE = 8
const LOAD_FAILED = 'Error al cargar los planes'

const columns: readonly Column<Plan>[] = [
  { key: 'id', header: 'ID', cell: (_, index) => index + 1, card: 'hidden' },
  { key: 'name', header: 'Nombre', cell: (plan) => <strong>{plan.name}</strong>, card: 'title' },
  { key: 'price', header: 'Precio', cell: (plan) => planPriceLabel(plan.price), align: 'end', card: 'amount' },
  { key: 'download_speed', header: 'Descarga', cell: (plan) => plan.download_speed },
  { key: 'upload_speed', header: 'Subida', cell: (plan) => plan.upload_speed },
  {
    key: 'is_active',
    header: 'Estado',
    cell: (plan) => (plan.is_active ? <Badge tone="good">Activo</Badge> : <Badge tone="quiet">Inactivo</Badge>),
    card: 'badge',
  },
]

type Open = { kind: 'defaults' } | { kind: 'edit' | 'delete'; plan: Plan } | null

/** Planes y Servicios (PLN): the plans of the company. `defaults` is the dialog with the default values of new contracts. */
export function PlansPage({ defaults }: { defaults: (onClose: () => void) => ReactNode }) {
  const { data, error, refetch } = useRead(planApi.list, {})
  const { page, pageSize, onPage, onPageSize } = useTableUrl({ list: 'plans', pageSize: PAGE_SIZE })
  const [open, setOpen] = useState<Open>(null)
  useEffect(() => {
    if (error) toastError(messageOf(error, LOAD_FAILED))
  }, [error])
  const plans = data?.data
  const isFull = plans !== undefined && !hasRoomForPlan(plans.length)
  const [opened, setOpened] = useNewPlan(isFull)
  const last = Math.max(1, Math.ceil((plans?.length ?? 0) / pageSize))
  const shown = Math.min(page, last)
  return (
    <Page
      title="Planes y Servicios"
      subtitle={
        plans && (
          <Progress value={plans.length} max={PLANS_MAX} label={`${plans.length} de ${PLANS_MAX} planes creados`} />
        )
      }
      actions={<PlanActions isFull={isFull} onOpen={setOpen} onCreate={() => setOpened('')} />}
    >
      {isFull && (
        <Alert tone="warn">
          <strong>Límite alcanzado.</strong> Elimina un plan que ningún contrato use para crear otro; los inactivos
          también cuentan.
        </Alert>
      )}
      <Table
        caption="Planes de la empresa"
        columns={columns}
        rows={plans?.slice((shown - 1) * pageSize, shown * pageSize)}
        rowKey={(plan) => plan.id}
        rowName={(plan) => plan.name}
        page={shown}
        pageSize={pageSize}
        total={plans?.length ?? 0}
        onPage={onPage}
        onPageSize={onPageSize}
        error={error && !data ? { ...readProblemOf(error, LOAD_FAILED), retry: () => void refetch() } : null}
        empty={
          <EmptyState action={<Button onClick={() => setOpened('')}>Crear el primer plan</Button>}>
            Los planes son lo que vendes: con ellos se crean los contratos y se cobra cada mes.
          </EmptyState>
        }
        actions={[
          { kind: 'edit', onPress: (plan) => setOpen({ kind: 'edit', plan }) },
          { kind: 'delete', onPress: (plan) => setOpen({ kind: 'delete', plan }) },
        ]}
      />
      {opened !== null && plans && !isFull && <CreatePlanDialog onClose={() => setOpened(null)} />}
      {open?.kind === 'defaults' ? (
        defaults(() => setOpen(null))
      ) : (
        <PlanDialogs open={open} onClose={() => setOpen(null)} />
      )}
    </Page>
  )
}

/** The dialog of a new plan, which the address opens. When no plan fits, the address changes and a message says why. */
function useNewPlan(isFull: boolean): ReturnType<typeof useOpened> {
  const [opened, setOpened] = useOpened()
  const isRefused = isFull && opened !== null
  useEffect(() => {
    if (!isRefused) return
    setOpened(null)
    toastError('Límite alcanzado')
  }, [isRefused, setOpened])
  return [opened, setOpened]
}

function PlanDialogs({ open, onClose }: { open: Open; onClose: () => void }) {
  switch (open?.kind) {
    case 'edit':
      return <EditPlanDialog plan={open.plan} onClose={onClose} />
    case 'delete':
      return <DeletePlanDialog plan={open.plan} onClose={onClose} />
    default:
      return null
  }
}

type ActionProps = { isFull: boolean; onOpen: (open: Open) => void; onCreate: () => void }

function PlanActions({ isFull, onOpen, onCreate }: ActionProps) {
  return (
    <>
      <ExportMenu list="plans" filters={{}} />
      <Button onClick={() => onOpen({ kind: 'defaults' })}>Configurar plantillas</Button>
      <Button variant="primary" disabledReason={isFull ? 'Límite alcanzado' : undefined} onClick={onCreate}>
        Crear Plan
      </Button>
    </>
  )
}
