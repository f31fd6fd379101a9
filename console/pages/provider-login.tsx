/** Sign-in through the company's identity provider, where there is one, and why the last try came back. */
import {
  CONSOLE_PATHS,
  providerLoginPath,
  SIGN_IN_REFUSALS,
  type SignInReply,
} from '#domain/console.ts'
import { Alert } from '../parts/alert.tsx'
import { useResource } from '../use-resource.ts'

export function ProviderLogin() {
  const { data } = useResource<SignInReply>(CONSOLE_PATHS.signIn)
  const refusal = refusalIn(location.search)
  return (
    <>
      {refusal && <Alert>{refusal}</Alert>}
      {data?.provider && (
        <p>
          <a className="button" href={providerLoginPath(location.pathname)}>
            社内アカウントでログイン
          </a>
        </p>
      )}
    </>
  )
}

/** Only our own sentences are shown: anything else in the address is nothing. */
function refusalIn(query: string): string | undefined {
  const code = new URLSearchParams(query).get('sign-in') ?? ''
  return Object.hasOwn(SIGN_IN_REFUSALS, code)
    ? SIGN_IN_REFUSALS[code as keyof typeof SIGN_IN_REFUSALS]
    : undefined
}
