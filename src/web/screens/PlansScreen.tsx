import { DefaultsDialog } from '#web/contracts/DefaultsDialog.tsx'
import { PlansPage } from '#web/plans/PlansPage.tsx'

/** The plans, with the values that new contracts start from. */
export function PlansScreen() {
  return <PlansPage defaults={(onClose) => <DefaultsDialog onClose={onClose} />} />
}
