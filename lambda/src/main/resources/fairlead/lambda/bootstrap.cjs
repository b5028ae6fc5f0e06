// Connects a Node.js provider with the Lambda Runtime API: bootstrap.cjs PATH/MODULE.FUNCTION
'use strict';

const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');
const url = require('node:url');

const ROOT = '/2018-06-01/runtime/';
const [address, ...secret] = process.env.AWS_LAMBDA_RUNTIME_API.split('/');
const [host, port] = address.split(':');
const prefix = secret.length ? '/' + secret.join('/') : '';
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

function ask(method, call, body, headers) {
    return new Promise((resolve, reject) => {
        const payload = body === undefined ? undefined : Buffer.from(body, 'utf8');
        const options = { host, port, agent, method, path: prefix + ROOT + call, headers: { ...headers } };
        if (payload) {
            options.headers['Content-Type'] = 'application/json';
            options.headers['Content-Length'] = payload.length;
        }
        const request = http.request(options, (response) => {
            const chunks = [];
            response.on('data', (chunk) => chunks.push(chunk));
            response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
            response.on('error', reject);
        });
        request.setNoDelay(true);
        request.on('error', reject);
        request.end(payload);
    });
}

function report(call, error) {
    const known = error instanceof Error ? error : new Error(String(error));
    const document = {
        errorMessage: known.message,
        errorType: known.name,
        stackTrace: String(known.stack).split('\n'),
    };
    return ask('POST', call, JSON.stringify(document), { 'Lambda-Runtime-Function-Error-Type': known.name });
}

// The module may be CommonJS or ECMAScript, with or without its ending.
async function load(entrypoint) {
    const dot = entrypoint.lastIndexOf('.');
    const base = path.resolve(process.env.LAMBDA_TASK_ROOT, entrypoint.slice(0, dot));
    const file = ['', '.js', '.cjs', '.mjs', '/index.js'].map((end) => base + end).find((candidate) =>
        fs.existsSync(candidate) && fs.statSync(candidate).isFile());
    if (!file) {
        throw new Error('there is no module ' + base);
    }
    let module;
    try {
        module = require(file);
    } catch (error) {
        if (error.code !== 'ERR_REQUIRE_ESM') {
            throw error;
        }
        module = await import(url.pathToFileURL(file).href);
    }
    const name = entrypoint.slice(dot + 1);
    const found = module[name] ?? module.default?.[name];
    if (typeof found !== 'function') {
        throw new Error(file + ' exports no function ' + name);
    }
    return found;
}

function context(headers) {
    const deadline = Number(headers['lambda-runtime-deadline-ms']);
    const client = headers['lambda-runtime-client-context'];
    process.env._X_AMZN_TRACE_ID = headers['lambda-runtime-trace-id'];
    return {
        awsRequestId: headers['lambda-runtime-aws-request-id'],
        invokedFunctionArn: headers['lambda-runtime-invoked-function-arn'],
        functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
        functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION,
        memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
        logGroupName: process.env.AWS_LAMBDA_FUNCTION_NAME,
        logStreamName: process.env.AWS_LAMBDA_FUNCTION_NAME,
        clientContext: client ? JSON.parse(client) : undefined,
        callbackWaitsForEmptyEventLoop: false,
        getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    };
}

function call(handler, event, about) {
    return new Promise((resolve, reject) => {
        const settle = (error, answer) => (error ? reject(error) : resolve(answer));
        about.done = settle;
        about.succeed = resolve;
        about.fail = reject;
        const answer = handler(event, about, settle);
        if (handler.length < 3 || (answer && typeof answer.then === 'function')) {
            resolve(answer);
        }
    });
}

async function main() {
    let handler;
    try {
        handler = await load(process.argv[2]);
    } catch (error) {
        console.error(error);
        await report('init/error', error);
        process.exit(1);
    }
    for (;;) {
        const { headers, body } = await ask('GET', 'invocation/next');
        const invocation = 'invocation/' + headers['lambda-runtime-aws-request-id'];
        let answer;
        try {
            answer = JSON.stringify(await call(handler, JSON.parse(body.toString('utf8')), context(headers)));
        } catch (error) {
            console.error(error);
            await report(invocation + '/error', error);
            continue;
        }
        await ask('POST', invocation + '/response', answer === undefined ? 'null' : answer);
    }
}

main().catch((error) => {
    console.error(error);
    process.exit(1);
});
