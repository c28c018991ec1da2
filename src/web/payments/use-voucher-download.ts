import { paymentApi } from '#domain/payments/online-api.ts'
import type { Transaction } from '#domain/payments/transaction.ts'
import { useDownloadAction } from '#web/core/use-download-action.ts'
import type { RowAction } from '#web/ui/table-actions.ts'

const voucherOf = ({ id, receipt }: Transaction) => ({ params: { id: receipt?.id ?? id } })
const keyOf = ({ id }: Transaction): string => id
const hasReceipt = ({ receipt, status }: Transaction): boolean => receipt !== null || status === 'refunded'

/** The row action that downloads the receipt of a transaction, for those that have one. */
export const useVoucherDownload = (): RowAction<Transaction> =>
  useDownloadAction({ endpoint: paymentApi.voucher, inputOf: voucherOf, keyOf, isShown: hasReceipt })
