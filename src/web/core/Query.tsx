import type { ReactNode } from 'react'
import { ErrorState, Skeleton } from '#web/ui/States.tsx'
import { type Failure, readProblemOf } from './failure.ts'

type QueryResult = { error: Failure | null; refetch: () => unknown }

type StateProps = {
  of: QueryResult
  /** The grey boxes while it loads: their number, and their height in pixels. */
  lines?: number
  height?: number
  /** Shown when the requested record does not exist. */
  missing?: ReactNode
  /** Shown for an error without a message of the server. */
  problem?: string
}

type QueryProps<Data> = StateProps & {
  of: QueryResult & { data: Data | undefined }
  children: (data: Data) => ReactNode
}

/** The loaded data, or the state before it. Loaded data remain on the screen when a later request fails. */
export function Query<Data>({ children, ...state }: QueryProps<Data>) {
  return state.of.data === undefined ? <ReadState {...state} /> : children(state.of.data)
}

/** A query without data: loading, not found, or failed with a button to retry. */
export function ReadState({ of: { error, refetch }, missing, problem, ...boxes }: StateProps) {
  if (error === null) return <Skeleton {...boxes} />
  if (missing !== undefined && isMissing(error)) return missing
  return <ErrorState {...readProblemOf(error, problem)} onRetry={() => void refetch()} />
}

/** The server responds 400 to an invalid address and 404 to an unknown record. */
const isMissing = ({ status }: Failure): boolean => status === 404 || status === 400
