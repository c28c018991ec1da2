import { useEffect } from 'react'
import { writesReports } from '#domain/core/roles.ts'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { ChangePasswordDialog } from '#web/auth/ChangePasswordDialog.tsx'
import { StepUpDialog } from '#web/auth/StepUp.tsx'
import { LogoutDialog } from './LogoutDialog.tsx'
import { SessionWarning } from './SessionWarning.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { useShortcuts } from './use-shortcuts.ts'

/** A dialog that the menus and the keys open. */
export type ShellDialog = 'logout' | 'change-password' | 'shortcuts'

type Props = {
  user: SignedInUser
  dialog: ShellDialog | null
  asksForPassword: boolean
  showShortcuts: () => void
  onClose: () => void
}

/** The dialogs over every guarded screen, and the keys. Loaded after the first screen is shown. */
export function ShellDialogs({ user, dialog, asksForPassword, showShortcuts, onClose }: Props) {
  useShortcuts(user, showShortcuts)
  useOutbox(writesReports(user.metadata.role))
  return (
    <>
      {dialog === 'logout' && <LogoutDialog onCancel={onClose} />}
      {dialog === 'change-password' && <ChangePasswordDialog role={user.metadata.role} onClose={onClose} />}
      {dialog === 'shortcuts' && <ShortcutsDialog user={user} onClose={onClose} />}
      {asksForPassword && <StepUpDialog />}
      <SessionWarning />
    </>
  )
}

/** Sends the reports that wait on this device. Their code is loaded only for the roles that write them. */
function useOutbox(isWriter: boolean): void {
  useEffect(() => {
    if (!isWriter) return undefined
    let stop = (): void => undefined
    let isGone = false
    import('#web/installations/outbox.ts').then(
      ({ startOutbox }) => {
        if (!isGone) stop = startOutbox()
      },
      () => undefined,
    )
    return () => {
      isGone = true
      stop()
    }
  }, [isWriter])
}
