import { type ReactNode, useState } from 'react'
import { collectionApi } from '#domain/collections/api.ts'
import { type CollectionRun, RUN_STATUS_LABELS } from '#domain/collections/preview.ts'
import { shortDayLabel } from '#domain/core/days.ts'
import { listProps } from '#web/core/list-props.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import type { TableUrl } from '#web/core/table-url.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { DecisionsDialog } from './DecisionsDialog.tsx'

const TONES = { running: 'info', braked: 'warn', done: 'good', stopped: 'quiet' } as const

type Opened = { kind: 'approve' | 'stop' | 'view'; run: CollectionRun }

/** What was decided and done each day; the cuts that the brake stopped are approved here (SUS-02). */
export function RunList({ url, tools }: { url: TableUrl; tools: ReactNode }) {
  const { page, page_size } = url.query
  const list = useRead(collectionApi.runs, { query: { page, page_size } }, { keepPrevious: true })
  const [opened, setOpened] = useState<Opened | null>(null)
  return (
    <>
      <Table
        caption="Decisiones de los días pasados"
        columns={[...COLUMNS, stepColumn(setOpened)]}
        {...listProps(url, list)}
        rowKey={({ id }) => id}
        rowName={({ on_day }) => `día ${shortDayLabel(on_day)}`}
        tools={tools}
        empty={
          <EmptyState title="Todavía no hay decisiones">
            Con la política en prueba o encendida, cada día se decide a quién avisar y a quién cortar.
          </EmptyState>
        }
      />
      {opened?.kind === 'view' && <DecisionsDialog run={opened.run} onClose={() => setOpened(null)} />}
      {opened !== null && opened.kind !== 'view' && (
        <StepDialog kind={opened.kind} run={opened.run} onClose={() => setOpened(null)} />
      )}
    </>
  )
}

function StepDialog({ kind, run, onClose }: { kind: 'approve' | 'stop'; run: CollectionRun; onClose: () => void }) {
  const invalidate = [collectionApi.runs]
  const approve = useChange(collectionApi.approve, { invalidate })
  const stop = useChange(collectionApi.stop, { invalidate })
  const change = kind === 'approve' ? approve : stop
  const confirm = async (): Promise<void> => {
    try {
      toastSuccess((await change.mutateAsync({ params: { id: run.id } })).message)
    } catch (error) {
      toastFailure(error, 'No pudimos guardarlo')
    }
    onClose()
  }
  const day = shortDayLabel(run.on_day)
  return (
    <ConfirmDialog
      title={kind === 'approve' ? `Aprobar los cortes del ${day}` : `Detener lo que falta del ${day}`}
      confirm={kind === 'approve' ? 'Aprobar cortes' : 'Detener'}
      tone={kind === 'approve' ? 'danger' : 'primary'}
      busy={change.isPending ? 'Guardando…' : undefined}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>
        {kind === 'approve'
          ? `Son ${run.to_cut} cortes y tu freno permite ${run.cuts_max} por día. Cada uno se revisa otra vez antes de cortar.`
          : 'No se avisa ni se corta a nadie más este día. Lo que ya se hizo queda hecho.'}
      </p>
    </ConfirmDialog>
  )
}

const COLUMNS: readonly Column<CollectionRun>[] = [
  { key: 'on_day', header: 'Día', card: 'title', cell: ({ on_day }) => shortDayLabel(on_day) },
  {
    key: 'notified',
    header: 'Avisos',
    align: 'end',
    cardLabel: 'avisos',
    cell: ({ notified, to_notify }) => `${notified} de ${to_notify}`,
  },
  { key: 'cut', header: 'Cortes', align: 'end', cardLabel: 'cortes', cell: ({ cut, to_cut }) => `${cut} de ${to_cut}` },
  { key: 'skipped', header: 'No se hicieron', align: 'end', cell: ({ skipped }) => skipped },
  {
    key: 'policy',
    header: 'Política',
    cell: ({ policy_version, is_trial }) => `Versión ${policy_version}${is_trial ? ', en prueba' : ''}`,
  },
  {
    key: 'status',
    header: 'Estado',
    card: 'badge',
    cell: ({ status, approved_by }) => (
      <span className="two-lines">
        <Badge tone={TONES[status]}>{RUN_STATUS_LABELS[status]}</Badge>
        {approved_by !== null && <small>Aprobó {approved_by}</small>}
      </span>
    ),
  },
]

const stepColumn = (onOpen: (opened: Opened) => void): Column<CollectionRun> => ({
  key: 'step',
  header: 'Acciones',
  card: 'control',
  cell: (run) => (
    <span className="two-lines">
      <Button onClick={() => onOpen({ kind: 'view', run })}>Ver</Button>
      {run.status === 'braked' && <Button onClick={() => onOpen({ kind: 'approve', run })}>Aprobar</Button>}
      {(run.status === 'braked' || run.status === 'running') && (
        <Button onClick={() => onOpen({ kind: 'stop', run })}>Detener</Button>
      )}
    </span>
  ),
})
