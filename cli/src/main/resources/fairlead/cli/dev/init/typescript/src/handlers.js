// @ts-check
'use strict';

// Keeps each @thing@ in a file. Replace the files by what you really manage.
//
// A file holds the properties, and beside them the token of the request that made it: by the token, a create that is
// repeated because its answer was lost is told from one that meets somebody else's @thing@.
//
// TypeScript checks this file by the types in its comments ('npm run check', with typescript and @types/node
// installed), so there is nothing to compile. With a compiler of your own, put its command into 'build' of
// fairlead.json; what it writes belongs into dist/.

const fs = require('node:fs');
const path = require('node:path');
const { randomUUID } = require('node:crypto');

/**
 * @typedef {{Name: string, Note?: string, Size?: number, MadeAt?: string}} Model
 * @typedef {{token: string, properties: Model}} Content
 * @typedef {{
 *   status: 'SUCCESS' | 'FAILED' | 'IN_PROGRESS', resourceModel?: Model, resourceModels?: {Name: string}[],
 *   nextToken?: string, errorCode?: string, message?: string
 * }} ProgressEvent
 * @typedef {{
 *   action: string, bearerToken: string, nextToken?: string, maxResults?: number,
 *   requestData: {resourceProperties?: Model, typeConfiguration?: {Folder?: string}}
 * }} Request
 */

/** The request can't be met; the code is one of the handler contract's. */
class Failed extends Error {
    /**
     * @param {string} code
     * @param {string} message
     */
    constructor(code, message) {
        super(message);
        this.code = code;
    }
}

/**
 * Answers one request of the CloudFormation protocol with a progress event.
 *
 * @param {Request} event
 * @returns {Promise<ProgressEvent>}
 */
async function resource(event) {
    const model = event.requestData.resourceProperties ?? { Name: '' };
    const things = new Things(event.requestData.typeConfiguration?.Folder ?? path.join(process.env.HOME, '@file@'));
    try {
        switch (event.action) {
            case 'CREATE':
                return { status: 'SUCCESS', resourceModel: things.create(model, event.bearerToken) };
            case 'READ':
                return { status: 'SUCCESS', resourceModel: things.load(model.Name).properties };
            case 'UPDATE':
                return { status: 'SUCCESS', resourceModel: things.update(model) };
            case 'DELETE':
                things.remove(model.Name);
                return { status: 'SUCCESS' };
            case 'LIST':
                return things.page(event.nextToken, event.maxResults ?? 100);
            default:
                throw new Failed('InvalidRequest', `There is no action ${event.action}.`);
        }
    } catch (failure) {
        if (failure instanceof Failed) {
            return { status: 'FAILED', errorCode: failure.code, message: failure.message };
        }
        // A full disk may be emptied: with this code, Fairlead tries again.
        return { status: 'FAILED', errorCode: 'ServiceInternalError', message: `The folder can't be used: ${failure}` };
    }
}

/** All of them, in a folder. */
class Things {
    /** @param {string} folder */
    constructor(folder) {
        this.folder = folder;
    }

    /**
     * @param {Model} model
     * @param {string} token
     */
    create(model, token) {
        const properties = { ...model, MadeAt: new Date().toISOString() };
        const fresh = this.write(token, properties);
        try {
            // A link is made by one of many at once, and the others learn that it is there.
            fs.linkSync(fresh, this.file(model.Name));
            return properties;
        } catch (failure) {
            if (codeOf(failure) !== 'EEXIST') {
                throw failure;
            }
            const there = this.load(model.Name);
            if (there.token !== token) {
                throw new Failed('AlreadyExists', 'There is a @thing@ of that name already.');
            }
            return there.properties;
        } finally {
            fs.unlinkSync(fresh);
        }
    }

    /** @param {Model} model */
    update(model) {
        const there = this.load(model.Name);
        const properties = { ...model, MadeAt: there.properties.MadeAt };
        fs.renameSync(this.write(there.token, properties), this.file(model.Name));
        return properties;
    }

    /** @param {string} name */
    remove(name) {
        try {
            fs.unlinkSync(this.file(name));
        } catch (failure) {
            throw codeOf(failure) === 'ENOENT' ? notFound() : failure;
        }
    }

    /**
     * A page begins behind the name that is its token.
     *
     * @param {string | undefined} token
     * @param {number} limit
     * @returns {ProgressEvent}
     */
    page(token, limit) {
        const names = fs.existsSync(this.folder)
            ? fs.readdirSync(this.folder).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5))
            : [];
        const rest = names.filter((name) => token === undefined || token === null || name > token).sort();
        /** @type {ProgressEvent} */
        const answer = { status: 'SUCCESS', resourceModels: rest.slice(0, limit).map((Name) => ({ Name })) };
        if (rest.length > limit) {
            answer.nextToken = rest[limit - 1];
        }
        return answer;
    }

    /**
     * The schema's pattern keeps everything out of a name that means something in a path.
     *
     * @param {string} name
     */
    file(name) {
        return path.join(this.folder, `${name}.json`);
    }

    /**
     * @param {string} name
     * @returns {Content}
     */
    load(name) {
        try {
            return JSON.parse(fs.readFileSync(this.file(name), 'utf8'));
        } catch (failure) {
            throw codeOf(failure) === 'ENOENT' ? notFound() : failure;
        }
    }

    /**
     * Writes a whole new file beside the one that it will become, so that nobody ever reads half of one.
     *
     * @param {string} token
     * @param {Model} properties
     */
    write(token, properties) {
        fs.mkdirSync(this.folder, { recursive: true });
        const fresh = path.join(this.folder, `new-${randomUUID()}`);
        fs.writeFileSync(fresh, JSON.stringify({ token, properties }));
        return fresh;
    }
}

/** @param {unknown} failure */
function codeOf(failure) {
    return failure instanceof Error && 'code' in failure ? failure.code : undefined;
}

function notFound() {
    return new Failed('NotFound', 'There is no @thing@ of that name.');
}

module.exports = { resource };
