/** True in `npm run test:deep`: tests run every case they know instead of a sample. */
export const runsAll = process.env.PURSER_TEST_DEPTH === 'all'
