import { PAGE_SIZE_MAX, PAGE_SIZE_MIN } from '#domain/core/paging.ts'

/** The actions of a row, with the exact words of the specification (TBL-01); those after 'Eliminar' are not in it. */
export const ACTION_LABELS = {
  view: 'Ver detalles',
  edit: 'Editar',
  download: 'Descargar',
  message: 'PQR',
  pay: 'PAGAR',
  anexar: 'Anexar',
  completeContract: 'Completar Contrato',
  certificate: 'Actas',
  delete: 'Eliminar',
  resend: 'Enviar de nuevo',
  suspend: 'Suspender',
  activate: 'Activar',
  openAccess: 'Activar acceso',
  closeAccess: 'Desactivar acceso',
  peek: 'Ver al lado',
} as const

export type ActionKind = keyof typeof ACTION_LABELS

export type RowAction<Row> = {
  kind: ActionKind
  onPress: (row: Row) => void
  /** Why the action is disabled for this row. */
  disabledReason?: (row: Row) => string | undefined
  /** The label while the action of this row is in progress. */
  busy?: (row: Row) => string | undefined
  /** Whether the action applies to this row. */
  isShown?: (row: Row) => boolean
}

export const isDanger = (kind: ActionKind): boolean => ['delete', 'suspend', 'closeAccess'].includes(kind)

/** An action as one row shows it. */
export type ShownAction = { kind: ActionKind; busy: string | undefined; disabledReason: string | undefined }

/** The actions that apply to a row. */
export const actionsOfRow = <Row>(row: Row, actions: readonly RowAction<Row>[]): ShownAction[] =>
  actions
    .filter(({ isShown }) => isShown?.(row) ?? true)
    .map(({ kind, busy, disabledReason }) => ({ kind, busy: busy?.(row), disabledReason: disabledReason?.(row) }))

/** Whether two rows show the same actions. */
export const areSame = (before: readonly ShownAction[], after: readonly ShownAction[]): boolean =>
  before.length === after.length &&
  before.every(({ kind, busy, disabledReason }, index) => {
    const other = after[index]
    return other?.kind === kind && other.busy === busy && other.disabledReason === disabledReason
  })

/** One action is a button and several are a menu. The payment is always a button. */
export function splitActions(actions: readonly ShownAction[]) {
  if (actions.length <= 1) return { buttons: actions, inMenu: [] }
  return {
    buttons: actions.filter(({ kind }) => kind === 'pay'),
    inMenu: actions.filter(({ kind }) => kind !== 'pay'),
  }
}

/** At most `max` page numbers around the current page (TBL-02). */
export function pageNumbers(page: number, pages: number, max: number): number[] {
  const shown = Math.min(max, Math.max(1, pages))
  const first = Math.max(1, Math.min(page - Math.floor(shown / 2), pages - shown + 1))
  return Array.from({ length: shown }, (_, index) => first + index)
}

/** The height of a row, and of the rest of a screen with a list before it is measured: headings, tools and footer. */
const ROW_PX = 52
export const REST_PX = 350

/** The number of rows that fit in a window of this height, within the page sizes. `rest`: the height of all that is not a row. */
export const fittingRows = (windowHeight: number, rest: number = REST_PX): number =>
  Math.min(PAGE_SIZE_MAX, Math.max(PAGE_SIZE_MIN, Math.floor((windowHeight - rest) / ROW_PX)))
