// What a new MongoDB needs before the platform can use it, told to its shell: a replica set of one, and a user who may
// read and write the platform's database alone. Repeating it changes nothing but the password, which follows .env.
const { MONGODB_ROOT_PASSWORD: rootPassword, MONGODB_PASSWORD: password } = process.env
const root = connect(
  `mongodb://root:${encodeURIComponent(rootPassword)}@mongodb:27017/admin?directConnection=true`,
)

try {
  root.adminCommand({ replSetGetStatus: 1 })
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error
  root.adminCommand({
    replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: 'mongodb:27017' }] },
  })
}
while (!root.hello().isWritablePrimary) sleep(200)

const platform = root.getSiblingDB('andscene')
const roles = [{ role: 'readWrite', db: 'andscene' }]
if (platform.getUser('andscene')) platform.updateUser('andscene', { pwd: password, roles })
else platform.createUser({ user: 'andscene', pwd: password, roles })
