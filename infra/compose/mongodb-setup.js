// Prepares a new MongoDB for the platform, in its shell: a replica set with one member, and a user who may read and
// write only the platform's database. Running it again only updates the password from .env.
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
