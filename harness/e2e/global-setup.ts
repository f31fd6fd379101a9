import { prepare } from '../../bin/prepare.js'

/** The journeys run against what stands in the sources, also when Playwright is started by hand. */
export default prepare
