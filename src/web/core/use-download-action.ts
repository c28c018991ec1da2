import { useState } from 'react'
import type { Endpoint } from '#domain/core/api.ts'
import { toastError } from '#web/ui/Toasts.tsx'
import type { RowAction } from '#web/ui/table-actions.ts'
import type { CallInput } from './call.ts'
import { download } from './download.ts'
import { isFailure } from './failure.ts'

type RowFile<Row, E extends Endpoint> = {
  endpoint: E
  inputOf: (row: Row) => CallInput<E>
  keyOf: (row: Row) => string
  isShown?: (row: Row) => boolean
}

/** The row action that saves the file of a row (TBL-01). While the file is prepared, the button of that row is busy. */
export function useDownloadAction<Row, E extends Endpoint>({
  endpoint,
  inputOf,
  keyOf,
  ...rest
}: RowFile<Row, E>): RowAction<Row> {
  const [pending, setPending] = useState<string | null>(null)
  const save = async (row: Row): Promise<void> => {
    setPending(keyOf(row))
    try {
      await download(endpoint, inputOf(row))
    } catch (error) {
      if (!isFailure(error)) throw error
      toastError(error.message)
    } finally {
      setPending(null)
    }
  }
  return {
    kind: 'download',
    onPress: (row) => void save(row),
    busy: (row) => (keyOf(row) === pending ? 'Preparando…' : undefined),
    ...rest,
  }
}
