import type { ReactNode } from 'react'
import { ErrorState, Skeleton } from '#web/ui/States.tsx'
import { type Failure, readProblemOf } from './failure.ts'

type Read = { error: Failure | null; refetch: () => unknown }

type StateProps = {
  of: Read
  /** The grey boxes while it comes: how many, and how high. */
  lines?: number
  height?: number
  /** Shown when what was asked for does not exist. */
  missing?: ReactNode
  /** Said when it cannot be read and the server gave no reason. */
  problem?: string
}

type QueryProps<Data> = StateProps & {
  of: Read & { data: Data | undefined }
  children: (data: Data) => ReactNode
}

/** What a read brought, or its state until then. What came once stays on the screen although a later look fails. */
export function Query<Data>({ children, ...state }: QueryProps<Data>) {
  return state.of.data === undefined ? <ReadState {...state} /> : children(state.of.data)
}

/** A read without data: on its way, of something that does not exist, or failed with a way to try again. */
export function ReadState({ of: { error, refetch }, missing, problem, ...boxes }: StateProps) {
  if (error === null) return <Skeleton {...boxes} />
  if (missing !== undefined && isMissing(error)) return missing
  return <ErrorState {...readProblemOf(error, problem)} onRetry={() => void refetch()} />
}

/** An address that cannot be right is answered 400, and one of nothing 404. */
const isMissing = ({ status }: Failure): boolean => status === 404 || status === 400
