import { DefaultsDialog } from '#web/contracts/DefaultsDialog.tsx'
import { PlansPage } from '#web/plans/PlansPage.tsx'

const defaultsOf = (onClose: () => void) => <DefaultsDialog onClose={onClose} />

/** The plans, with the default values of new contracts. */
export const PlansScreen = () => <PlansPage defaults={defaultsOf} />
