/** Mutants of what HTTP has in common that may live. */
import type { Survivor } from '../survivor.ts'

export const HTTP_SURVIVORS: readonly Survivor[] = [
  {
    file: 'server/http/static-files.ts',
    call: "?? 'application/octet-stream'",
    mutator: 'StringLiteral',
    why: 'only files of known types are served; the compiler cannot know it',
  },
  {
    file: 'server/http/static-files.ts',
    call: "const [name = '', ...parameters]",
    why: 'a split has a first part',
  },
  {
    file: 'server/http/static-files.ts',
    call: "encoding: 'utf8'",
    mutator: 'StringLiteral',
    why: 'what is not said means the same to Node; it names the overload to the compiler',
  },
  {
    file: 'server/http/static-files.ts',
    call: "replaceAll('\\\\', '/')",
    mutator: 'StringLiteral',
    why: 'paths of Windows, where no test runs',
  },
  {
    file: 'server/http/static-files.ts',
    call: "accepted = ''",
    mutator: 'StringLiteral',
    why: 'no encoding has that name either',
  },
  {
    file: 'server/http/client-address.ts',
    call: "const [head = '', tail]",
    why: 'a split has a first part',
  },
  {
    file: 'server/http/client-address.ts',
    call: "const [bare = '']",
    why: 'a split has a first part',
  },
  {
    file: 'server/http/client-address.ts',
    call: 'mapped !== undefined &&',
    mutator: 'ConditionalExpression',
    why: 'what is undefined is no address either; the compiler cannot know it',
  },
  {
    file: 'server/http/failures.ts',
    call: "const [path = '']",
    why: 'a split has a first part',
  },
  {
    file: 'server/http/failures.ts',
    call: "headers.accept ?? ''",
    mutator: 'StringLiteral',
    why: 'neither names text/html',
  },
  {
    file: 'server/http/failures.ts',
    call: "error.code ?? ''",
    mutator: 'StringLiteral',
    why: 'neither is a code of Node',
  },
  {
    file: 'server/http/failures.ts',
    call: 'socket.resume()',
    why: 'the parser reads on by itself, unless a body was left unread',
  },

  {
    file: 'server/http/body.ts',
    call: "type = ''",
    mutator: 'StringLiteral',
    why: 'a request without a type comes to no parser',
  },
  {
    file: 'server/http/body.ts',
    call: "const [name = '', value = '']",
    mutator: 'StringLiteral',
    why: 'neither is a charset, nor the name of one',
  },
  {
    file: 'server/http/server.ts',
    call: "isTrusted(socket.remoteAddress ?? '')",
    mutator: 'StringLiteral',
    why: 'neither is an address',
  },
  {
    file: 'server/http/server.ts',
    call: 'trustProxy: trustProxy.length > 0',
    why: 'of no proxies none is trusted: it spares a look at each request’s headers',
  },
  {
    file: 'server/http/observe-requests.ts',
    call: "isTrusted(socket.remoteAddress ?? '')",
    mutator: 'StringLiteral',
    why: 'neither is an address',
  },
  {
    file: 'server/http/observe-requests.ts',
    call: "route !== undefined && { 'http.route'",
    mutator: 'ConditionalExpression',
    why: 'an attribute without a value is left out',
  },
  {
    file: 'server/http/observe-requests.ts',
    call: "typeof traceparent === 'string' &&",
    mutator: 'ConditionalExpression',
    why: 'what is not there is no trace either; the compiler cannot know that Node joins what is there twice',
  },
  {
    file: 'server/http/observe-requests.ts',
    call: 'spans.get(request)?.end',
    mutator: 'OptionalChaining',
    why: 'every request began its span; the compiler cannot know it',
  },
  {
    file: 'server/http/client-address.ts',
    call: "const [address = '', prefix]",
    why: 'a split has a first part',
  },
  {
    file: 'server/http/client-address.ts',
    call: 'isIP(address) !== 0 &&',
    mutator: 'ConditionalExpression',
    why: 'this Node finds what is no address in no list; its documentation does not say so',
  },
  {
    file: 'server/http/client-address.ts',
    call: "let last = { address: '', isIn: false }",
    why: 'an empty address is looked up once more',
  },
  {
    file: 'server/http/client-address.ts',
    call: 'address !== last.address',
    mutator: 'ConditionalExpression',
    why: 'spares a look-up',
  },
  {
    file: 'server/http/limits/bodies.ts',
    call: 'if (now > 0)',
    why: 'frees memory: what is not there counts as nothing',
  },
  {
    file: 'server/http/limits/bodies.ts',
    call: 'if (bytes === 0)',
    why: 'nothing is held for a request without a body: it spares a listener',
  },
  {
    file: 'server/http/body.ts',
    call: "encoded.includes('+')",
    mutator: 'StringLiteral',
    why: 'spares a copy',
  },
  {
    file: 'server/http/body.ts',
    call: "!raw.includes('%')",
    mutator: 'StringLiteral',
    why: 'spares a decoding that changes nothing',
  },
  {
    file: 'server/http/body.ts',
    call: 'catch { return undefined }',
    mutator: 'BlockStatement',
    why: 'a function that returns nothing returns undefined',
  },
  {
    file: 'server/http/body.ts',
    call: 'keys?.has',
    why: 'a key stands in an object; the compiler cannot know it',
  },
  {
    file: 'server/http/body.ts',
    call: 'keys?.add',
    why: 'a key stands in an object; the compiler cannot know it',
  },
  {
    file: 'server/http/observe-requests.ts',
    call: "'Requests answered.'",
    why: 'help for people',
  },
  {
    file: 'server/http/observe-requests.ts',
    call: "'From the head of the request to the end of the answer.'",
    why: 'help for people',
  },
  {
    file: 'server/http/observe-requests.ts',
    call: "typeof reference === 'string' &&",
    mutator: 'ConditionalExpression',
    why: 'what is undefined is left out of a line; the compiler wants a text',
  },
  {
    file: 'server/http/request-checks.ts',
    call: 'at < rawHeaders.length',
    mutator: 'EqualityOperator',
    why: 'behind the last there is no name',
  },
  {
    file: 'server/http/request-checks.ts',
    call: 'name?.length === HOST.length',
    mutator: 'ConditionalExpression',
    why: 'spares a copy of every name',
  },
  {
    file: 'server/http/request-checks.ts',
    call: 'name?.length',
    mutator: 'OptionalChaining',
    why: 'every second one is a name; the compiler cannot know it',
  },
  {
    file: 'server/http/request-checks.ts',
    call: "typeof fetchSite === 'string'",
    mutator: 'ConditionalExpression',
    why: 'Node joins what is there twice; the compiler cannot know it',
  },
  {
    file: 'server/http/request-checks.ts',
    call: 'schema: { hide: true }',
    why: 'server/routes/openapi.test.ts compares the whole description; it is no test of this room',
  },
]
