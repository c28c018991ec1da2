import { lazy, Suspense } from 'react'
import { Button } from './Button.tsx'
import { ACTION_LABELS, isDanger, type RowAction, splitActions } from './table-actions.ts'

const Menu = lazy(() => import('./Menu.tsx').then((module) => ({ default: module.Menu })))

type Props<Row> = { row: Row; name: string; actions: readonly RowAction<Row>[] }

/** The actions of a row: one as a button, several in a menu. The payment always has its button. */
export function RowActions<Row>({ row, name, actions }: Props<Row>) {
  const { buttons, inMenu } = splitActions(actions.filter((action) => action.isShown?.(row) ?? true))
  return (
    <>
      {buttons.map((action) => (
        <ActionButton key={action.kind} action={action} row={row} name={name} />
      ))}
      {inMenu.length > 0 && (
        <Suspense fallback={<span className="icon-button menu__trigger" aria-hidden="true" />}>
          <Menu
            label={`Acciones de ${name}`}
            items={inMenu.map((action) => ({
              label: ACTION_LABELS[action.kind],
              onSelect: () => action.onPress(row),
              isDanger: isDanger(action.kind),
              disabledReason: action.busy?.(row) ?? action.disabledReason?.(row),
            }))}
          />
        </Suspense>
      )}
    </>
  )
}

function ActionButton<Row>({ action, row, name }: { action: RowAction<Row>; row: Row; name: string }) {
  const { kind, busy, disabledReason, onPress } = action
  return (
    <Button
      size="dense"
      variant={isDanger(kind) ? 'danger' : kind === 'pay' ? 'primary' : 'secondary'}
      busy={busy?.(row)}
      aria-label={`${ACTION_LABELS[kind]} ${name}`}
      disabledReason={disabledReason?.(row)}
      onClick={() => onPress(row)}
    >
      {ACTION_LABELS[kind]}
    </Button>
  )
}
