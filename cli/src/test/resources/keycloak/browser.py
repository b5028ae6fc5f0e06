"""A browser with one person in front of it: fills in the forms that Keycloak shows, until none is left.

browser.py NAME PASSWORD ADDRESS
"""
import html
import http.cookiejar
import re
import sys
import urllib.parse
import urllib.request

name, password, address = sys.argv[1:]
# As browsers do, it takes this machine for secure.
policy = http.cookiejar.DefaultCookiePolicy(secure_protocols=("http", "https"))
opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar(policy)))
answer = opener.open(address)
for _ in range(6):
    page = answer.read().decode()
    form = re.search(r"<form[^>]*action=\"([^\"]+)\"[^>]*>(.*?)</form>", page, re.S)
    if not form:
        break
    target = urllib.parse.urljoin(answer.geturl(), html.unescape(form.group(1)))
    fields = {"accept": "Yes"} if 'name="accept"' in form.group(2) else {}
    for one in re.findall(r"<input[^>]*>", form.group(2)):
        field = re.search(r"name=\"([^\"]+)\"", one)
        value = re.search(r"value=\"([^\"]*)\"", one)
        if field and field.group(1) not in ("cancel", "rememberMe"):
            fields[field.group(1)] = html.unescape(value.group(1)) if value else ""
    for field, text in (("username", name), ("password", password)):
        if field in fields:
            fields[field] = text
    answer = opener.open(target, urllib.parse.urlencode(fields).encode())
print(re.sub(r"<[^>]*>|\s+", " ", page))
