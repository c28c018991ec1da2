import type { ReactNode } from 'react'
import { PageSkeleton } from '#web/ui/Page.tsx'

type Props = {
  /** The reads whose replies are shown one above another. */
  reads: readonly { readonly isPending: boolean }[]
  children: ReactNode
}

/** The content of a page once each read has its first reply or its error: nothing moves under the pointer when one of them is later. */
export const Settled = ({ reads, children }: Props) =>
  reads.some(({ isPending }) => isPending) ? <PageSkeleton /> : children
