import { memo } from 'react'
import { Button } from './Button.tsx'
import { RowMenu } from './RowMenu.tsx'
import { ACTION_LABELS, type ActionKind, areSame, isDanger, type ShownAction, splitActions } from './table-actions.ts'

type Props = {
  name: string
  actions: readonly ShownAction[]
  /** The same function at each drawing. */
  onPress: (kind: ActionKind) => void
}

/**
 * The actions of a row: one as a button, several in a menu. The payment always has its button. They are drawn again only when what they
 * show changes: the choice of a row draws the rest of it again.
 */
export const RowActions = memo(Actions, areSameProps)

function Actions({ name, actions, onPress }: Props) {
  const { buttons, inMenu } = splitActions(actions)
  return (
    <>
      {buttons.map((action) => (
        <ActionButton key={action.kind} action={action} name={name} onPress={onPress} />
      ))}
      {inMenu.length > 0 && (
        <RowMenu
          label={`Acciones de ${name}`}
          items={() =>
            inMenu.map(({ kind, busy, disabledReason }) => ({
              label: ACTION_LABELS[kind],
              onSelect: () => onPress(kind),
              isDanger: isDanger(kind),
              disabledReason: busy ?? disabledReason,
            }))
          }
        />
      )}
    </>
  )
}

/** The actions of a row are a new array at each drawing of the table. */
function areSameProps(before: Props, after: Props): boolean {
  return before.name === after.name && before.onPress === after.onPress && areSame(before.actions, after.actions)
}

type ButtonProps = Pick<Props, 'name' | 'onPress'> & { action: ShownAction }

function ActionButton({ action: { kind, busy, disabledReason }, name, onPress }: ButtonProps) {
  return (
    <Button
      size="dense"
      variant={isDanger(kind) ? 'danger' : kind === 'pay' ? 'primary' : 'secondary'}
      busy={busy}
      aria-label={`${ACTION_LABELS[kind]} ${name}`}
      disabledReason={disabledReason}
      onClick={() => onPress(kind)}
    >
      {ACTION_LABELS[kind]}
    </Button>
  )
}
