import type { RememberedLayout } from '#domain/banks/layout.ts'
import type { Tx } from '#server/core/tx.ts'
import { getLayout, putLayout } from './layout-queries.ts'

/** Keeps what a person said of the columns of an account for its next files, and records what it was before. The same again changes nothing. */
export async function rememberLayout(
  tx: Tx,
  account: { id: string; name: string },
  layout: RememberedLayout,
): Promise<void> {
  await tx.lock('bank-files')
  const before = await getLayout(tx, account.id)
  if (before !== null && textOf(before) === textOf(layout)) return
  await putLayout(tx, account.id, layout)
  await tx.record('bank_layout.saved', {
    entity_id: account.id,
    ...(before !== null && { before: fieldsOf(before) }),
    after: { account: account.name, ...fieldsOf(layout) },
  })
}

const textOf = (layout: RememberedLayout): string => JSON.stringify(fieldsOf(layout))
const fieldsOf = ({ columns, headings }: RememberedLayout) => ({ columns, headings })
