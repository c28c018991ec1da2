import { promiseApi } from '#domain/collections/promise-api.ts'
import { OwnAgreements } from '#web/collections/OwnAgreements.tsx'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { DebtsPage } from '#web/payments/DebtsPage.tsx'
import { useReadAgain } from '#web/payments/use-debts.ts'

/** What the client owes, with its payment agreements. */
export function DebtsScreen() {
  const read = useRead(promiseApi.agreements, {})
  useReadAgain(read.refetch)
  return (
    <DebtsPage
      agreements={{
        isPending: read.isPending,
        running: (
          <Query of={read} lines={3} height={48}>
            {({ data }) => <OwnAgreements agreements={data.filter(({ outcome }) => outcome === null)} />}
          </Query>
        ),
        ended: <OwnAgreements agreements={(read.data?.data ?? []).filter(({ outcome }) => outcome !== null)} />,
      }}
    />
  )
}
