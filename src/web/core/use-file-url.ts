import { useEffect, useState } from 'react'
import type { Endpoint } from '#domain/core/api.ts'
import { type CallInput, urlOf } from './call.ts'
import { fetchFileAt } from './download.ts'
import { messageOf } from './failure.ts'

/**
 * The file of a read as an address of this page, for an `<img>` or a link: neither can send the session. Null until it was fetched;
 * `problem` says why it was not. The address ends with the component.
 */
export function useFileUrl<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): { url: string | null; problem: string | null } {
  const [found, setFound] = useState<{ url: string | null; problem: string | null }>({ url: null, problem: null })
  const address = urlOf(endpoint, input)
  useEffect(() => {
    let made: string | null = null
    let isOver = false
    fetchFileAt(endpoint, { url: address }).then(
      (file) => {
        if (isOver) return
        made = URL.createObjectURL(file)
        setFound({ url: made, problem: null })
      },
      (error: unknown) => {
        if (!isOver) setFound({ url: null, problem: messageOf(error, 'No pudimos abrir el archivo: intenta de nuevo') })
      },
    )
    return () => {
      isOver = true
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [endpoint, address])
  return found
}
