import { useNavigate } from 'react-router'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { paths } from '#domain/core/paths.ts'
import { instalmentApi } from '#domain/payments/instalment.ts'
import { OwnAgreements } from '#web/collections/OwnAgreements.tsx'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { beginPaying } from '#web/payments/begin-payment.ts'
import { DebtsPage } from '#web/payments/DebtsPage.tsx'
import { debtStateOf } from '#web/payments/debt-state.ts'
import { InstalmentAction } from '#web/payments/InstalmentAction.tsx'
import { useDebts, useReadAgain } from '#web/payments/use-debts.ts'

/** What the client owes, with its payment agreements and the payment of their next instalments. */
export function DebtsScreen() {
  const navigate = useNavigate()
  const read = useRead(promiseApi.agreements, {})
  const payable = useRead(instalmentApi.payable, {})
  const debts = useDebts().data?.data
  useReadAgain(read.refetch)
  useReadAgain(payable.refetch)
  const actionOf = (agreementId: string) => {
    const next = payable.data?.data.find(({ agreement_id }) => agreement_id === agreementId)
    if (next === undefined || debts === undefined) return null
    const { agreement_id, position, last_position, amount } = next
    const instalment = { agreement_id, position, last_position }
    const state = debtStateOf({ invoice_ids: [], instalment }, debts, [next])
    const pay = (): void => {
      if (state.kind !== 'payable') return
      beginPaying(debts, state.invoices, { instalment, amount })
      void navigate(paths.paymentMethod)
    }
    return <InstalmentAction instalment={next} minimum={debts.online.minimum} state={state} onPay={pay} />
  }
  return (
    <DebtsPage
      agreements={{
        isPending: read.isPending || payable.isPending,
        running: (
          <Query of={read} lines={3} height={48}>
            {({ data }) => (
              <OwnAgreements agreements={data.filter(({ outcome }) => outcome === null)} actionOf={actionOf} />
            )}
          </Query>
        ),
        ended: <OwnAgreements agreements={(read.data?.data ?? []).filter(({ outcome }) => outcome !== null)} />,
      }}
    />
  )
}
